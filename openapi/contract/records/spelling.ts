import { memoizedLately } from '../memo/memo';

/** The words of a name, in small letters: `thingId`, `thing_id` and `thing-id` have the same. A run asks for those of the same names again and again. */
export const wordsOf = memoizedLately(2 ** 18, (name): readonly string[] =>
  name
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== ''),
);

/** A name in one spelling, by its letters and digits alone: `thing_id`, `thingId` and `thing[id]` become the same. */
export const plain = (name: string): string => wordsOf(name).join('');

/** Whether two names are the same but for their spelling, and for one of them being the plural of the other. */
export function isNamedLike(one: string, other: string): boolean {
  const forms = formsOf(one);
  return formsOf(other).some((form) => forms.includes(form));
}

/** A name, and the names of which it may be the plural, in one spelling. */
export function formsOf(name: string): readonly string[] {
  const whole = plain(name);
  if (whole.length < 3 || !whole.endsWith('s')) return [whole];
  const forms = [whole, whole.slice(0, -1)];
  if (whole.endsWith('es')) forms.push(whole.slice(0, -2));
  if (whole.endsWith('ies')) forms.push(`${whole.slice(0, -3)}y`);
  return forms;
}

/** Names of members that wrap what a body is about, as JSON:API (`data`), HAL (`_embedded`) and many others have them. */
const WRAPPERS: ReadonlySet<string> = new Set([
  ...['data', 'result', 'results', 'response', 'payload', 'body', 'content', 'embedded'],
  ...['item', 'items', 'record', 'records', 'object', 'objects', 'entity', 'entities', 'resource', 'resources'],
  ...['entry', 'entries', 'element', 'elements', 'row', 'rows', 'value', 'values', 'list', 'docs', 'hits'],
  'collection',
]);

export const isWrapperName = (name: string): boolean => WRAPPERS.has(plain(name));

/** Whether words have a name as it is written, so that it is no word of theirs by chance. */
export const isMentioned = (name: string, text: string): boolean =>
  (/[_A-Z]/.test(name) ? new RegExp(`(?<![\\w-])${name}(?![\\w-])`) : new RegExp(`[\`"'(]${name}[\`"')]`)).test(text);

/** Whether words have the first word of a name in another form: "that start before" of `starts_at`. */
export function isSpokenOf(name: string, text: string): boolean {
  const stem = (wordsOf(name)[0] ?? '').replace(/(?:ed|ing|s|d)$/, '');
  return stem.length > 3 && wordsOf(text).some((word) => word.startsWith(stem) && word.length < stem.length + 4);
}
