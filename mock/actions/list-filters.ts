/** Which records a list keeps: what the filters in its query ask of their properties. */
import {
  ENDS_OF_MOMENTS,
  isMentioned,
  isNumeric,
  isObject,
  isSpokenOf,
  keywordOf,
  memoized,
  own,
  type Parameter,
  type Property,
  plain,
  propertiesOf,
  type Resource,
  typesOf,
  valueOfText,
  wordsOf,
} from '../../openapi/contract';
import { CHANGED, CREATED } from '../resources/instants';
import { typedAs } from '../resources/record';
import { namedFilters } from '../resources/scope';
import { keyOf } from '../world/rules/order';
import type { Condition, StoredRecord } from '../world/stores/records';
import type { Input } from './model';

/** What a query asks of the records of a list. */
export interface Asked {
  /** That properties have one of some values. */
  readonly conditions: readonly Condition[];
  /** What else, such as a least value. */
  readonly tests: readonly Test[];
}

type Test = (record: StoredRecord) => boolean;

export function filtersIn(resource: Resource, { query }: Pick<Input, 'query'>): Asked {
  const conditions: Condition[] = [];
  const tests: Test[] = [];
  const ask = ({ name, schema }: Property, value: unknown): void => {
    const values = Array.isArray(value) ? value : [value];
    if (values.includes(undefined)) return;
    if (values.some(isObject)) {
      for (const one of values.filter(isObject))
        for (const [word, bound] of Object.entries(one)) tests.push(...testsFor({ name, schema }, word, bound));
    } else conditions.push({ property: name, anyOf: values.map((one) => readAs(schema, one)) });
  };
  for (const { parameter, property } of namedFilters(resource)) {
    const wanted = query[parameter.name];
    const described = propertiesOf(resource.schema).get(property) ?? NO_PROPERTY;
    if (isObject(wanted)) ask(described, wanted);
    else if (wanted !== undefined && holdsOthers(described)) {
      const texts = new Set([wanted].flat().map(String));
      tests.push((record) => isAbout(own(record, property), texts));
    } else if (wanted !== undefined) conditions.push({ property, anyOf: Array.isArray(wanted) ? wanted : [wanted] });
  }
  const spelled = spelledIn(resource);
  if (spelled === undefined) return { conditions, tests };
  for (const { parameter, property } of spelled.named) ask(property, query[parameter.name]);
  for (const { parameter, property, word } of spelled.compared)
    tests.push(...testsFor(property, word, query[parameter.name], parameter));
  for (const { name } of spelled.holders) {
    const members = query[name];
    for (const [member, value] of isObject(members) ? Object.entries(members) : []) {
      const property = spelled.properties.get(plain(member));
      if (property !== undefined) ask(property, value);
      else if (spelled.properties.size === 0) tests.push(...openTests(member, value));
    }
  }
  return { conditions, tests };
}

/** The same of records that name no property: whether a value is a text or a number is not known of them. */
function openTests(name: string, value: unknown): readonly Test[] {
  const [[word, bound] = ['eq', value]] = isObject(value) ? Object.entries(value) : [];
  if (MEMBERSHIPS.get(plain(word)) !== true) return testsFor({ name, schema: {} }, word, bound);
  const texts = new Set([bound].flat().flatMap((one) => (/in$/.test(word) ? String(one).split(',') : String(one))));
  return [(record) => texts.has(String(own(record, name)))];
}

const NO_PROPERTY = { name: '', schema: {}, required: false, readOnly: false, writeOnly: false };

/** Whether a property is a list or an object, of which a filter names one or its id. */
const holdsOthers = ({ schema }: Pick<Property, 'schema'>): boolean => {
  const types = typesOf(schema).filter((type) => type !== 'null');
  return types.length > 0 && types.every((type) => type === 'array' || type === 'object');
};

function isAbout(value: unknown, texts: ReadonlySet<string>): boolean {
  if (Array.isArray(value)) return value.some((item) => isAbout(item, texts));
  if (!isObject(value)) return value !== undefined && value !== null && texts.has(String(value));
  return Object.entries(value).some(([name, part]) => NAMING.test(name) && !isObject(part) && isAbout(part, texts));
}

/** What an object is named by: `id`, `gid`, `uuid`, `user_id`, `key`, `name`. */
const NAMING = /(?:^|_)(?:[gu]?u?id|key|slug|code|name)$|[a-z]I[dD]$/i;

const readAs = (schema: Property['schema'], value: unknown): unknown =>
  typeof value === 'string' ? valueOfText(schema, value) : typedAs(schema, value);

/** What many APIs call the object in a query whose members are filters, and what stands before brackets in a name. */
const HOLDERS: ReadonlySet<string> = new Set(['filter', 'filters', 'where', 'query', 'criteria', 'conditions']);

/** Filters by other names than those of properties: OpenAPI has no word for what they mean. */
interface Spelled {
  /** Parameters with the property in brackets (`filter[name]`), as JSON:API has them. */
  readonly named: readonly { readonly parameter: Parameter; readonly property: Property }[];
  /** Parameters that compare a property: `price_gte`, `price[gte]`, `minPrice`, `createdAfter`. */
  readonly compared: readonly Compared[];
  /** Parameters that are an object of filters. */
  readonly holders: readonly Parameter[];
  /** The properties of a record by their names in one spelling. */
  readonly properties: ReadonlyMap<string, Property>;
}

interface Compared {
  readonly parameter: Parameter;
  readonly property: Property;
  readonly word: string;
}

/** The parameters of a list's query that have the name of no property. */
export const parametersBesideFilters = (resource: Resource): readonly Parameter[] =>
  (resource.operations.list?.parameters ?? []).filter(
    (parameter) => parameter.in === 'query' && namedFilters(resource).every((filter) => filter.parameter !== parameter),
  );

/** Undefined where a list has none. */
const spelledIn = memoized((resource: Resource): Spelled | undefined => {
  const { schema, pageSize, paging } = resource;
  const ofPage = [pageSize, paging?.size, ...(paging?.positions ?? []).map(({ parameter }) => parameter)];
  const others = parametersBesideFilters(resource).filter((parameter) => !ofPage.includes(parameter));
  const properties = new Map([...propertiesOf(schema).values()].map((property) => [plain(property.name), property]));
  const named = others.flatMap((parameter) => {
    const [, holder = '', member = ''] = /^(\w+)\[([^\][]+)\]$/.exec(parameter.name) ?? [];
    const property = HOLDERS.has(plain(holder)) ? properties.get(plain(member)) : undefined;
    return property === undefined ? [] : [{ parameter, property }];
  });
  const compared = others.flatMap((parameter) => comparedBy(parameter, properties) ?? []);
  const holders = others.filter(({ name }) => HOLDERS.has(plain(name)));
  return named.length + compared.length + holders.length === 0 ? undefined : { named, compared, holders, properties };
});

/** What a parameter's name says that it compares: a property and a word, behind it or before it; or an instant alone. */
function comparedBy(parameter: Parameter, properties: Spelled['properties']): Compared | undefined {
  const [first = '', ...rest] = wordsOf(parameter.name);
  const words = HOLDERS.has(first) ? rest : [first, ...rest];
  const compared = (word = '', others: readonly string[], isMeant: (property: Property) => boolean) => {
    const property = ENDS_OF_MOMENTS.map((end) => properties.get(others.join('') + end)).find(
      (one) => one && isMeant(one),
    );
    return property === undefined || !COMPARISONS.has(word) ? undefined : { parameter, property, word };
  };
  const isCounted = ({ name, schema }: Property): boolean =>
    [schema, parameter.schema].some((one) => typesOf(one).some(isOfNumbers)) && wordsOf(name).at(-1) !== 'id';
  const [before, last] = [words[0] ?? '', words.at(-1)];
  // `from_station` is no bound, as `station_from` may be.
  const isBound = /^(?:min|max|[gl]te?$)/.test(before);
  return (
    compared(last, words.slice(0, -1), (one) => isInstant(one) || isCounted(one)) ??
    compared(before, words.slice(1), (one) => isInstant(one) || (isBound && isCounted(one))) ??
    instantAlone(parameter, words, properties)
  );
}

/** `since`, `start_date`: the instant that the list is about. */
function instantAlone(
  parameter: Parameter,
  words: readonly string[],
  properties: Spelled['properties'],
): Compared | undefined {
  const word = words.find((one) => COMPARISONS.has(one));
  const isOfTime = words.every((one) => one === word || WORDS_OF_TIME.has(one));
  if (word === undefined || !isOfTime) return undefined;
  const isClear = /^(since|until)$/.test(word) || words.length > 1 || isInstant(parameter);
  const property = isClear ? instantIn(properties, parameter.description) : undefined;
  return property && { parameter, property, word };
}

const WORDS_OF_TIME: ReadonlySet<string> = new Set(['date', 'time', 'datetime', 'timestamp', 'at']);

const isOfNumbers = (type: string): boolean => type === 'integer' || type === 'number';

/** Numbers with a time are asked for by numbers. */
const isInstant = ({ schema }: Pick<Property, 'schema'>): boolean =>
  /^date(-time)?$/.test(keywordOf(schema, 'format') ?? '') && !typesOf(schema).some(isOfNumbers);

/** The property that an instant by itself is about: the only one of its kind, or of which words speak, or that says when a record came to be. */
function instantIn(properties: Spelled['properties'], words: string): Property | undefined {
  const instants = [...properties.values()].filter(isInstant);
  const spoken = instants.filter(({ name }) => isMentioned(name, words) || isSpokenOf(name, words));
  const kept = instants.filter(({ name }) => !CHANGED.test(plain(name)));
  const created = kept.filter(({ name }) => CREATED.test(plain(name)));
  return [instants, spoken, kept, created].find(({ length }) => length === 1)?.[0];
}

/** By its order to a bound: below 0, 0, above 0. */
type Comparison = (order: number) => boolean;

const ABOVE: Comparison = (order) => order > 0;
const FROM: Comparison = (order) => order >= 0;
const BELOW: Comparison = (order) => order < 0;
const UP_TO: Comparison = (order) => order <= 0;

const COMPARISONS: ReadonlyMap<string, Comparison> = new Map([
  ...['gt', 'after', 'above', 'over'].map((word) => [word, ABOVE] as const),
  ...['gte', 'ge', 'min', 'minimum', 'from', 'since', 'start'].map((word) => [word, FROM] as const),
  ...['lt', 'before', 'below', 'under'].map((word) => [word, BELOW] as const),
  ...['lte', 'le', 'max', 'maximum', 'to', 'until', 'end'].map((word) => [word, UP_TO] as const),
]);

/** The same with the bound itself, or without it, where the words of a parameter say so. */
function comparisonOf(word: string, description: string): Comparison | undefined {
  const usual = COMPARISONS.get(word);
  const isLower = usual === ABOVE || usual === FROM;
  if (usual === undefined) return undefined;
  if (/\binclusive|\bon or |\bor equal|\bat (?:least|most)\b/i.test(description)) return isLower ? FROM : UP_TO;
  return /\bexclusive|\bstrictly\b/i.test(description) ? (isLower ? ABOVE : BELOW) : usual;
}

/** What a word and a value ask of a property; nothing where they say nothing. */
function testsFor(
  { name, schema }: Pick<Property, 'name' | 'schema'>,
  written: string,
  value: unknown,
  { description }: Pick<Parameter, 'description'> = { description: '' },
): readonly Test[] {
  if (value === undefined) return [];
  const word = plain(written);
  const membership = MEMBERSHIPS.get(word);
  if (membership !== undefined) {
    const texts = typeof value === 'string' ? value.split(',') : [value].flat();
    const wanted = new Set((/in$/.test(word) ? texts : [value]).map((one) => keyOf([readAs(schema, one)])));
    return [(record) => wanted.has(keyOf([own(record, name)])) === membership];
  }
  if (word === 'contains')
    return [
      (record) =>
        String(own(record, name) ?? '')
          .toLowerCase()
          .includes(String(value).toLowerCase()),
    ];
  const comparison = comparisonOf(word, description);
  // A day as the last one is meant whole.
  const isDay = comparison === UP_TO && typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  const isTime = isInstant({ schema });
  const asked = isDay && keywordOf(schema, 'format') === 'date-time' ? `${value}T23:59:59.999Z` : readAs(schema, value);
  const bound = measureOf(asked, isTime);
  if (comparison === undefined || bound === undefined) return [];
  return [
    (record) => {
      const measure = measureOf(own(record, name), isTime);
      return measure !== undefined && comparison(measure < bound ? -1 : measure > bound ? 1 : 0);
    },
  ];
}

const MEMBERSHIPS: ReadonlyMap<string, boolean> = new Map([
  ...['eq', 'in'].map((word) => [word, true] as const),
  ...['ne', 'neq', 'nin', 'notin'].map((word) => [word, false] as const),
]);

/** A value as a number that has its order: a number, a text that is one, an instant. */
function measureOf(value: unknown, isTime: boolean): number | bigint | undefined {
  if (isNumeric(value)) return isTime ? undefined : value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const measure = isTime ? Date.parse(value) : Number(value);
  return Number.isNaN(measure) ? undefined : measure;
}
