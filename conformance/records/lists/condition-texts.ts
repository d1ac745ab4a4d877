/** Conditions on texts: a part of one, its beginning, a word in one of several. */
import {
  itemsOf,
  keywordOf,
  type Parameter,
  type Property,
  SAYS_ANY_CASE,
  type Schema,
  typesOf,
  wordsOf,
} from '../../../openapi/contract';
import { ownName } from '../inner';
import type { Condition, Properties } from './condition';
import { SAYS_ALIKE, SAYS_PART, SAYS_SEARCH, SAYS_START } from './list-words';

/** @param properties also those of the items of lists, which a search may look into, such as the lines of an order */
export function textBy(parameter: Parameter, { single, inner, listed: inLists }: Properties): Condition | undefined {
  const { description, schema } = parameter;
  const kind = kindIn(description);
  if (kind === undefined || typesOf(schema).join() !== 'string' || schema.enum !== undefined) return undefined;
  const text = description.replaceAll(/\be-mail/gi, 'email');
  const said = wordsOf(text);
  const texts = single.filter(
    ({ name, schema: ownSchema }) =>
      [ownSchema, itemsOf(ownSchema) ?? {}].some(isText) &&
      wordsOf(name).every((word) => said.includes(word) || said.includes(LONG.get(word) ?? word)),
  );
  // `City` is that of the address where nothing else is called so.
  const isOnly = ({ name }: Property): boolean =>
    inner.filter((one) => ownName(one.name) === ownName(name)).length === 1 &&
    single.every((one) => one.name !== ownName(name));
  const spelledOf = (one: Property): string =>
    one.name.includes('.') && isOnly(one)
      ? `${spelledIn(one.name)}|${spelled(ownName(one.name))}`
      : spelledIn(one.name);
  const within = inner.filter((one) => isText(one.schema) && new RegExp(`\\b(?:${spelledOf(one)})\\b`, 'i').test(text));
  const outers = new Set(within.map(({ name }) => name.slice(0, name.indexOf('.'))));
  // Of `event name` it is no other member `name` that is meant.
  const alone = texts.filter(({ name }) => within.length === 0 || !outers.has(name));
  const listed = listedIn(
    text,
    [...alone, ...within, ...inLists.filter(({ schema: list }) => isText(itemsOf(list) ?? {}))],
    spelledOf,
  );
  const [property, ...others] =
    listed.length > 0
      ? listed
      : aloneIn(
          text,
          alone.filter((one) => isText(one.schema)),
        );
  if (property === undefined) return undefined;
  const isAnyCase = SAYS_ANY_CASE.test(description);
  return {
    parameter,
    property: property.name,
    beside: others.map(({ name }) => name),
    kind,
    isInclusive: isAnyCase ? true : undefined,
    keeps: function keeps(value, wanted): boolean | undefined {
      if (Array.isArray(value)) {
        const each = value.map((one) => keeps(one, wanted));
        return each.includes(true) || (each.every((one) => one === false) ? false : undefined);
      }
      if (typeof value !== 'string' || typeof wanted !== 'string') return undefined;
      if (hasText(kind, value, wanted)) return true;
      // Letters may be folded in more ways than these.
      if (!isPlainText(value) || !isPlainText(wanted)) return undefined;
      const [low, wantedLow] = [value.toLowerCase(), wanted.toLowerCase()];
      if (hasText(kind, low, wantedLow)) return isAnyCase ? true : undefined;
      return /\s/.test(wanted) || mayMean(kind, low, wantedLow) ? undefined : false;
    },
  };
}

type TextKind = 'part' | 'word' | 'start';

/** What words say of a text that is asked for: that it is a part of another, its beginning, or what is searched for. */
const kindIn = (description: string): TextKind | undefined =>
  SAYS_START.test(description)
    ? 'start'
    : SAYS_PART.test(description)
      ? 'part'
      : SAYS_SEARCH.test(description) && !SAYS_ALIKE.test(description)
        ? 'word'
        : undefined;

/** Whether a text has the other as the words have it, so that it has to be found. */
function hasText(kind: TextKind, text: string, wanted: string): boolean {
  if (kind === 'start') return text.startsWith(wanted);
  if (kind === 'part') return text.includes(wanted);
  return text.split(/[^\p{L}\p{N}]+/u).includes(wanted);
}

/** Whether a search may find it all the same: by a part of a word, or another form of it. */
const mayMean = (kind: TextKind, text: string, wanted: string): boolean =>
  kind === 'word' && text.includes(wanted.slice(0, 3));

const isText = (schema: Schema): boolean =>
  typesOf(schema).includes('string') && keywordOf(schema, 'enum') === undefined;

/** How words have what names shorten. */
const LONG: ReadonlyMap<string, string> = new Map([
  ['ref', 'reference'],
  ['desc', 'description'],
  ['no', 'number'],
]);

const spelled = (one: string): string =>
  wordsOf(one)
    .map((word) => (LONG.has(word) ? `(?:${word}|${LONG.get(word)})` : word))
    .join('[\\s_-]*');

/** A name as words have it: `sku`, of an inner one `sku of its lines`, `line SKUs`. */
function spelledIn(name: string): string {
  const [list = '', inner] = name.split('.');
  if (inner === undefined) return `${spelled(name)}s?`;
  const owner = spelled(list).replace(/s$/, 's?');
  return `${spelled(inner)}s?[\`"']? (?:of|on|in) (?:(?:all|any|each|every|the|its|their|one|some|of|order) )*${owner}|${owner}(?:['’]s?)? ${spelled(inner)}s?`;
}

/** Properties of which words say that a text is looked for in any of them: "label, remark or code"; none where they name another. */
function listedIn(
  text: string,
  properties: readonly Property[],
  spelledOf: (one: Property) => string,
): readonly Property[] {
  const places = properties
    .flatMap((property) => {
      const match = new RegExp(`\\b(?:${spelledOf(property)})\\b`, 'i').exec(text);
      return match === null ? [] : [{ property, at: match.index, end: match.index + match[0].length }];
    })
    .filter(({ at, end }, _, all) => !all.some((one) => one.at <= at && one.end >= end && one.end - one.at > end - at))
    .toSorted((one, other) => one.at - other.at);
  for (let first = 0; first < places.length - 1; first += 1) {
    let last = first;
    let said = '';
    for (; last + 1 < places.length; last += 1) {
      const between = text.slice(places[last]?.end, places[last + 1]?.at);
      if (!BETWEEN.test(between)) break;
      said = between;
    }
    const [before, behind] = [text.slice(0, places[first]?.at), text.slice(places[last]?.end)];
    const isEither =
      /\bor\b/i.test(said) ||
      (/\band\b/i.test(said) &&
        /\b(?:in|into|within|over|across|search(?:es|ing)?)\s+(?:the\s+)?[`"']?$/i.test(before));
    if (isEither && !FURTHER_BEFORE.test(before) && !FURTHER_BEHIND.test(behind))
      return places.slice(first, last + 1).map(({ property }) => property);
  }
  return [];
}

/** The only property that is named, beside which the words name nothing else: such as a time, or what has another name there. */
function aloneIn(text: string, properties: readonly Property[]): readonly Property[] {
  const plain = properties.filter((one) => keywordOf(one.schema, 'format') === undefined);
  const [property, ...others] = plain;
  if (property === undefined || others.length > 0) return [];
  const named = new RegExp(`\\b${wordsOf(property.name).join('[\\s_-]*')}s?\\b`, 'i').exec(text);
  const [before, behind] =
    named === null ? ['', ''] : [text.slice(0, named.index), text.slice(named.index + named[0].length)];
  const isBeside = FURTHER_BEFORE.test(before) || FURTHER_BEHIND.test(behind);
  return isBeside || /\b(?:or|and)\b[^.;]{0,30}\b(?:contain|start|begin)/i.test(text) ? [] : [property];
}

const BETWEEN =
  /^[`"']?(?:,\s*|\s+)(?:(?:and\/or|or|and)\s+)?(?:(?:in|of)\s+)?(?:(?:any|one|each|some|all)\s+(?:of\s+)?)?(?:the\s+|its\s+|their\s+)?(?:‹›\s+)?[`"']?$/i;
const FURTHER_BEFORE = /(?:,|\b(?:or|and))\s*(?:in\s+)?(?:the\s+|its\s+|their\s+)?(?:‹›\s+)?[`"']?$/i;
const FURTHER_BEHIND = /^[`"']?,?\s*(?:or|and)\b/i;

const isPlainText = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);
