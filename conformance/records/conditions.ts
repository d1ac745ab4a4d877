import {
  ENDS_OF_MOMENTS,
  isMentioned,
  isSpokenOf,
  itemsOf,
  keywordOf,
  memoized,
  own,
  type Parameter,
  type Property,
  plain,
  propertiesOf,
  type Resource,
  typesOf,
  wordsOf,
} from '../../openapi/contract';
import {
  GREATEST,
  LEAST,
  SAYS_ANY,
  SAYS_ANY_CASE,
  SAYS_BOTH,
  SAYS_EXCLUSIVE,
  SAYS_GREATEST,
  SAYS_INCLUSIVE,
  SAYS_LEAST,
  SAYS_LEAVES_OUT_LESS,
  SAYS_LEAVES_OUT_MORE,
  SAYS_NONE_OF,
  SAYS_ONLY,
  SAYS_PART,
  SAYS_WHETHER,
} from './list-words';
import type { JsonRecord } from './records';

/** What a query parameter asks of a property beside being equal, as name, schema and words say together. */
export interface Condition {
  readonly parameter: Parameter;
  readonly property: string;
  /** Further properties in one of which it may be so as well. */
  readonly beside?: readonly string[];
  readonly kind: 'least' | 'greatest' | 'part' | 'flag' | 'any';
  /** Whether the bound is within its range; of a part whether the case matters. Undefined where nothing says it. */
  readonly isInclusive: boolean | undefined;
  /** Whether a record of this value of a property is left; undefined where the contract does not say it. */
  readonly keeps: (value: unknown, wanted: unknown) => boolean | undefined;
}

/** The properties that a condition looks at. */
export const namesOf = ({ property, beside = [] }: Condition): readonly string[] => [property, ...beside];

/** Whether a condition leaves a record; undefined where the contract does not say it. */
export function leaves(condition: Condition, record: JsonRecord, wanted: unknown): boolean | undefined {
  const each = namesOf(condition).map((name) => condition.keeps(own(record, name), wanted));
  return each.includes(true) || (each.every((one) => one === false) ? false : undefined);
}

/** The conditions that a list's parameters stand for. */
export const conditionsOf = memoized((resource: Resource): readonly Condition[] => {
  const properties = [...propertiesOf(resource.schema).values()].filter(({ writeOnly }) => !writeOnly);
  const filters = new Set(resource.filters.map(({ parameter }) => parameter));
  return (resource.operations.list?.parameters ?? []).flatMap((parameter) => {
    if (parameter.in !== 'query' || filters.has(parameter) || parameter === resource.pageSize) return [];
    return (
      rangeBy(parameter, properties) ??
      partBy(parameter, properties) ??
      flagBy(parameter, properties) ??
      anyBy(parameter, properties) ??
      []
    );
  });
});

function rangeBy(parameter: Parameter, properties: readonly Property[]): Condition | undefined {
  const { name, description } = parameter;
  const kind = kindOf(parameter.schema);
  if (kind === undefined) return undefined;
  const words = wordsOf(name).filter((word) => word !== 'than' && word !== 'or' && word !== 'equal');
  const at = words.findIndex((word, index) => isEnd(words, index) && (LEAST.has(word) || GREATEST.has(word)));
  const word = words[at] ?? '';
  const isLeast = LEAST.has(word);
  const isLeftOut = (isLeast ? SAYS_LEAVES_OUT_LESS : SAYS_LEAVES_OUT_MORE).test(description);
  if (word === '' || !(isLeftOut || (isLeast ? SAYS_LEAST : SAYS_GREATEST).test(description))) return undefined;
  const others = words.filter((_, index) => index !== at);
  const alike = properties.filter(({ schema }) => isComparable(kind, kindOf(schema)));
  const property = propertyNamed(others, alike, description);
  if (property === undefined) return undefined;
  const isInclusive = isLeftOut || inclusiveBy(word, description);
  const ofProperty = kindOf(property.schema);
  return {
    parameter,
    property: property.name,
    kind: isLeast ? 'least' : 'greatest',
    isInclusive,
    keeps: (value, wanted) => {
      const order = kind === ofProperty ? orderOf(kind, value, wanted) : orderByDays(value, wanted);
      if (order === undefined || (order === 0 && isInclusive === undefined)) return undefined;
      return order === 0 ? isInclusive : isLeast ? order > 0 : order < 0;
    },
  };
}

const isEnd = (words: readonly string[], index: number): boolean => index === 0 || index === words.length - 1;

type Kind = 'number' | 'date' | 'date-time';

function kindOf(schema: Parameter['schema']): Kind | undefined {
  const types = typesOf(schema).filter((type) => type !== 'null');
  if (types.length > 0 && types.every((type) => type === 'integer' || type === 'number')) return 'number';
  const format = types.join() === 'string' ? keywordOf(schema, 'format') : undefined;
  return format === 'date' || format === 'date-time' ? format : undefined;
}

const isComparable = (one: Kind, other: Kind | undefined): boolean =>
  other !== undefined && (one === 'number') === (other === 'number');

/** The only property that the words of a name mean; without such the only one that the description names, or speaks of. */
function propertyNamed(
  words: readonly string[],
  properties: readonly Property[],
  description: string,
): Property | undefined {
  const rest = words.filter((word) => !['date', 'time', 'at'].includes(word)).join('');
  const named =
    rest === '' ? [] : properties.filter(({ name }) => ENDS_OF_MOMENTS.some((end) => plain(name) === rest + end));
  if (named.length > 0) return only(named);
  const parts = words.length === 0 ? [] : properties.filter(({ name }) => hasWords(name, words));
  const mentioned = properties.filter(({ name }) => isMentioned(name, description));
  if (parts.length > 0) return only(parts.length > 1 ? parts.filter((one) => mentioned.includes(one)) : parts);
  if (rest !== '') return undefined;
  return only(mentioned) ?? only(properties.filter(({ name }) => isSpokenOf(name, description)));
}

const only = <T>(all: readonly T[]): T | undefined => (all.length === 1 ? all[0] : undefined);

/** Whether a name ends with these words, or begins with them: `cents` of `amount_cents`. */
function hasWords(name: string, words: readonly string[]): boolean {
  const text = ` ${wordsOf(name).join(' ')} `;
  return text.endsWith(` ${words.join(' ')} `) || text.startsWith(` ${words.join(' ')} `);
}

/** What the words say goes before what the name does. */
function inclusiveBy(word: string, description: string): boolean | undefined {
  if (SAYS_EXCLUSIVE.test(description)) return SAYS_OR_EQUAL.test(description) ? undefined : false;
  if (SAYS_INCLUSIVE.test(description)) return true;
  return /^[gl]te?$/.test(word) ? word.endsWith('e') : /^[gl]e$/.test(word) ? true : undefined;
}

/** "More than or equal to", "inclusive of …, exclusive of …": both are said. */
const SAYS_OR_EQUAL = /\bor equal\b|(?<!non-|not |non)\binclusive\b/i;

/** How two values of a kind compare; undefined where one of them is none. */
export function orderOf(kind: Kind, value: unknown, other: unknown): number | undefined {
  if (kind === 'number') {
    if (!isNumber(value) || !isNumber(other)) return undefined;
    return value < other ? -1 : value > other ? 1 : 0;
  }
  const [one, two] = [instantOf(value), instantOf(other)];
  if (one === undefined || two === undefined) return undefined;
  // A `Date` has three digits of a second: of two with more it does not tell which is later.
  return one === two && (isFine(value) || isFine(other)) ? undefined : Math.sign(one - two);
}

const isNumber = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';

function instantOf(value: unknown): number | undefined {
  const at = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value.toUpperCase()) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

const isFine = (value: unknown): boolean => /\.\d{4}/.test(String(value));

/** A day and an instant compare where no time zone changes that, nor whether the day is meant whole. */
function orderByDays(value: unknown, other: unknown): number | undefined {
  const [one, two] = [instantOf(value), instantOf(other)];
  return one === undefined || two === undefined || Math.abs(one - two) < 2 * 86_400_000
    ? undefined
    : Math.sign(one - two);
}

function partBy(parameter: Parameter, properties: readonly Property[]): Condition | undefined {
  const { description, schema } = parameter;
  if (!SAYS_PART.test(description) || typesOf(schema).join() !== 'string' || schema.enum !== undefined)
    return undefined;
  const text = description.replaceAll(/\be-mail/gi, 'email');
  const said = wordsOf(text);
  const texts = properties.filter(
    ({ name, schema: ownSchema }) =>
      typesOf(ownSchema).includes('string') &&
      keywordOf(ownSchema, 'enum') === undefined &&
      wordsOf(name).every((word) => said.includes(word)),
  );
  const plainTexts = texts.filter((one) => keywordOf(one.schema, 'format') === undefined);
  // "Whose name or address contains": a property that is looked in beside it may have another name in the words.
  const isOne = plainTexts.length === 1 && !/\b(?:or|and)\b[^.;]{0,30}\bcontain/i.test(description);
  const [property, ...others] = isOne ? plainTexts : listedIn(text, texts);
  if (property === undefined) return undefined;
  const isAnyCase = SAYS_ANY_CASE.test(description);
  return {
    parameter,
    property: property.name,
    beside: others.map(({ name }) => name),
    kind: 'part',
    isInclusive: isAnyCase ? true : undefined,
    keeps: (value, wanted) => {
      if (typeof value !== 'string' || typeof wanted !== 'string') return undefined;
      if (value.includes(wanted)) return true;
      // Letters may be folded in more ways than these.
      if (!isPlainText(value) || !isPlainText(wanted)) return undefined;
      if (!value.toLowerCase().includes(wanted.toLowerCase())) return /\s/.test(wanted) ? undefined : false;
      return isAnyCase ? true : undefined;
    },
  };
}

/** Properties of which words say that a text is looked for in any of them: "label, remark or code"; none where they name another. */
function listedIn(text: string, properties: readonly Property[]): readonly Property[] {
  const places = properties
    .flatMap((property) => {
      const match = new RegExp(`\\b${wordsOf(property.name).join('[\\s_-]*')}s?\\b`, 'i').exec(text);
      return match === null ? [] : [{ property, at: match.index, end: match.index + match[0].length }];
    })
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
      /\bor\b/i.test(said) || (/\band\b/i.test(said) && /\b(?:in|over|across)\s+(?:the\s+)?[`"']?$/i.test(before));
    if (isEither && !FURTHER_BEFORE.test(before) && !FURTHER_BEHIND.test(behind))
      return places.slice(first, last + 1).map(({ property }) => property);
  }
  return [];
}

const BETWEEN = /^[`"']?(?:,\s*|\s+)(?:(?:and\/or|or|and)\s+)?(?:in\s+)?(?:the\s+|its\s+|their\s+)?[`"']?$/i;
const FURTHER_BEFORE = /(?:,|\b(?:or|and))\s*(?:the\s+|its\s+|their\s+)?[`"']?$/i;
const FURTHER_BEHIND = /^[`"']?,?\s*(?:or|and)\b/i;

/** `false` may mean all; where the words speak of both, it means the others. */
function flagBy(parameter: Parameter, properties: readonly Property[]): Condition | undefined {
  const { name, description, schema } = parameter;
  const isFlag = (one: Parameter['schema']): boolean =>
    typesOf(one)
      .filter((type) => type !== 'null')
      .join() === 'boolean';
  const property = only(
    properties.filter((one) => isFlag(one.schema) && [plain(name), `is${plain(name)}`].includes(plain(one.name))),
  );
  if (property === undefined || !isFlag(schema)) return undefined;
  const isWhether = SAYS_WHETHER.test(description);
  if (!isWhether && !SAYS_ONLY.test(description)) return undefined;
  const isBoth = isWhether || SAYS_BOTH.test(description);
  return {
    parameter,
    property: property.name,
    kind: 'flag',
    isInclusive: undefined,
    keeps: (value, wanted) =>
      typeof value !== 'boolean' || (wanted !== true && !isBoth) ? undefined : value === wanted,
  };
}

/** Several values of a property, of which a record has one. */
function anyBy(parameter: Parameter, properties: readonly Property[]): Condition | undefined {
  const { name, schema, description } = parameter;
  const choices = keywordOf(itemsOf(schema) ?? {}, 'enum') ?? [];
  const property = only(
    properties.filter(
      (one) =>
        [plain(one.name), `${plain(one.name)}s`, `${plain(one.name)}es`].includes(plain(name)) &&
        typesOf(one.schema).includes('string') &&
        typesOf(itemsOf(schema) ?? {}).join() === 'string' &&
        // Texts of any kind, or those of the same choices.
        (choices.length > 0 || keywordOf(one.schema, 'enum') === undefined) &&
        choices.every((choice) => keywordOf(one.schema, 'enum')?.includes(choice) === true),
    ),
  );
  if (property === undefined || SAYS_NONE_OF.test(description) || !SAYS_ANY.test(description)) return undefined;
  return {
    parameter,
    property: property.name,
    kind: 'any',
    isInclusive: undefined,
    keeps: (value, wanted) => (Array.isArray(wanted) && typeof value === 'string' ? wanted.includes(value) : undefined),
  };
}

const isPlainText = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);
