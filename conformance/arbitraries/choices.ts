/** Values out of an enumeration that somebody may well send, and that a lax server takes: it looks at the form of a value alone, or knows more of them. */
import { type Contract, itemsOf, memoized, propertiesOf, type Schema } from '../../openapi/contract';

/** What a document names elsewhere. */
export interface Vocabulary {
  /** The names of its collections, as its paths have them. */
  readonly collections: readonly string[];
  /** The choices of each of its enumerations. */
  readonly enumerations: readonly (readonly string[])[];
}

export const vocabularyOf = memoized(({ operations, resources }: Contract): Vocabulary => {
  const parts = operations.flatMap(({ parameters, body, replies }) => [
    ...parameters.map(({ schema }) => schema),
    ...[...(body?.content ?? []), ...replies.flatMap(({ content }) => content)].flatMap(({ schema }) =>
      membersOf(schema),
    ),
  ]);
  const schemas = [...parts, ...resources.flatMap(({ schema }) => membersOf(schema))];
  return {
    collections: [...new Set(resources.flatMap(({ collectionPath }) => collectionPath.split('/').slice(-1)))],
    enumerations: schemas.map((schema) => textsOf(itemsOf(schema)?.enum ?? schema.enum ?? [])),
  };
});

const membersOf = (schema: Schema = {}): readonly Schema[] =>
  [...propertiesOf(schema).values()].map((one) => one.schema);

const textsOf = (values: readonly unknown[]): readonly string[] => values.filter((one) => typeof one === 'string');

/** Texts that are none of some choices, as plausible as there are: several where the choices are collections, each of which somebody may want. */
export function otherChoices(
  values: readonly unknown[],
  { collections, enumerations }: Vocabulary = NOTHING,
): readonly [string, ...string[]] {
  const choices = textsOf(values);
  const known = new Set(choices.map(plain));
  const isOther = (text: string): boolean => !known.has(plain(text));
  const ofOthers = enumerations.filter((some) => some.some((text) => choices.includes(text))).flat();
  const named = collections.map(plain);
  const areCollections = choices.length > 1 && choices.every((text) => named.includes(plain(text)));
  const [found, ...more] = areCollections ? collections.filter(isOther).slice(0, MOST_COLLECTIONS) : [];
  if (found !== undefined) return [inCaseOf(choices, found), ...more.map((text) => inCaseOf(choices, text))];
  const one = anotherCode(choices) ?? recombined(choices).find(isOther) ?? ofOthers.find(isOther);
  return [one === undefined ? spelledAs(choices, NO_CHOICE) : inCaseOf(choices, one)];
}

const MOST_COLLECTIONS = 3;
const NOTHING: Vocabulary = { collections: [], enumerations: [] };
const NO_CHOICE = ['no', 'such', 'value'];

/** Whatever way it is written in, and of however many it is the name. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '')
    .replace(/(?:ies|s)$/, (end) => (end === 'ies' ? 'y' : ''));

/** Codes of which a server may have a table of all; of each the common ones first. */
const CODES: readonly (readonly [type: 'currency' | 'region' | 'language', form: RegExp, common: readonly string[]])[] =
  [
    ['currency', /^[A-Z]{3}$/i, ['EUR', 'USD', 'GBP', 'CHF', 'SEK', 'CAD', 'AUD', 'NZD', 'JPY']],
    ['region', /^[A-Z]{2}$/, ['DE', 'FR', 'GB', 'US', 'CH', 'SE', 'CA', 'AU', 'JP']],
    ['language', /^[a-z]{2}$/, ['en', 'de', 'fr', 'es', 'it', 'sv', 'pl', 'ja']],
  ];

function anotherCode(choices: readonly string[]): string | undefined {
  const written = choices.map((text) => text.toUpperCase());
  return codesLike(choices).find((code) => !written.includes(code.toUpperCase()));
}

/** The common codes of the kind of which all of some texts are: currencies, regions, languages; none where they are no such codes. */
export const codesLike = (texts: readonly string[]): readonly string[] =>
  CODES.find(([type, form]) => texts.length > 0 && texts.every((text) => form.test(text) && isCode(type, text)))?.[2] ??
  [];

const isCode = (type: 'currency' | 'region' | 'language', text: string): boolean =>
  new Intl.DisplayNames('en', { type, fallback: 'none' }).of(text) !== undefined;

/** The first part of one choice with the last of another: of `order.placed` and `parcel.lost` it is `order.lost`. */
function recombined(choices: readonly string[]): readonly string[] {
  const parts = choices.map((text) => /^(\w[\w-]*[.:/])([\w.:/-]+)$/.exec(text));
  if (parts.includes(null)) return [];
  return parts
    .flatMap((one) => parts.map((other) => `${one?.[1]}${other?.[2]}`))
    .filter((text) => !choices.includes(text));
}

const inCaseOf = ([first = '']: readonly string[], text: string): string => {
  if (first === first.toUpperCase()) return text.toUpperCase();
  return first === first.toLowerCase() ? text.toLowerCase() : text;
};

/** Words put together as those of the choices are. */
function spelledAs(choices: readonly string[], words: readonly string[]): string {
  const [first = ''] = choices;
  const all = choices.join(' ');
  const isJoined = !/[-_ .]/.test(choices.join('')) && /[a-z][A-Z]/.test(all);
  if (isJoined) {
    const joined = words.map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`).join('');
    return /^[A-Z]/.test(first) ? joined : joined.replace(/^./, (letter) => letter.toLowerCase());
  }
  return inCaseOf(choices, words.join(/_/.test(all) ? '_' : '-'));
}
