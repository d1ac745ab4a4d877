import type { Operation, Parameter } from '../model/operation';
import type {
  PageFact,
  PageForm,
  PageHeader,
  PageMember,
  PageTarget,
  Paging,
  Position,
  Steps,
} from '../model/resource';
import type { Schema } from '../model/schema';
import { sayingsAround } from '../operations/around';
import { jsonMediaType } from '../operations/media-types';
import { successOf } from '../operations/replies';
import { plain, wordsOf } from '../records/spelling';
import { itemsOf, keywordOf, type Property, propertiesOf, typesOf } from '../schema/properties';
import { queryOf, saysPage } from './filters';
import {
  ADDRESSES,
  COUNTS,
  FLAGS,
  HELD_TOKENS,
  HOLDERS,
  ID_POSITIONS,
  POSITIONS,
  RANGE_ENDS,
  SIZE_WORDS,
  SIZES,
  TARGETS,
  TEXT_SIZES,
  TOKENS,
} from './page-words';

/**
 * How a list pages, as far as the names of its query and its reply say so; undefined where they say nothing.
 *
 * @param listAt the members that lead to the records in the reply
 * @param collection the last name of the collection's path
 */
export function findPaging(
  schema: Schema,
  list: Operation | undefined,
  listAt: Steps,
  collection: string,
  pageSize: Parameter | undefined,
): Paging | undefined {
  if (list === undefined) return undefined;
  const positions = findPositions(schema, list);
  const [first] = positions;
  const reading = {
    listAt,
    collection: plain(collection),
    isToken: first?.kind === 'after' || first?.kind === 'before',
    cursor: first?.kind === 'after' ? plain(first.parameter.name) : undefined,
  };
  const body = jsonMediaType(successOf(list)?.reply.content ?? [])?.schema;
  const members = body === undefined ? [] : membersIn(body, [], reading);
  const headers = findPageHeaders(list);
  if (positions.length === 0 && members.length === 0 && headers.length === 0) return undefined;
  const size = pageSize ?? findNamedSize(othersThanFilters(schema, list));
  const names = [...positions.map(({ parameter }) => parameter.name), ...members.flatMap(({ at }) => at.at(-1) ?? [])];
  return { size, positions, members, headers, told: sayingsAround(list, names) };
}

/** The integer of a list's query whose name has a word for an amount; of several by its name, else the only one with a `maximum`. */
export function findPageSize(schema: Schema, list: Operation | undefined): Parameter | undefined {
  const integers = othersThanFilters(schema, list).filter(
    (parameter) =>
      typesOf(parameter.schema).includes('integer') &&
      !POSITIONS.has(plain(parameter.name)) &&
      !boundsProperty(parameter, propertiesOf(schema)),
  );
  const [said, otherSaid] = integers.filter(({ description }) => SAYS_SIZE.test(description));
  const bySaid = otherSaid === undefined ? said : undefined;
  if (integers.length === 1)
    return integers.find(({ name }) => wordsOf(name).some((word) => SIZE_WORDS.has(word))) ?? bySaid;
  const bounded = integers.filter((parameter) => keywordOf(parameter.schema, 'maximum') !== undefined);
  return firstSize(integers) ?? bySaid ?? (bounded.length === 1 ? bounded[0] : undefined);
}

/** `How many records you want at most`, `the most records to put in one answer`, `the page size`. */
const SAYS_SIZE =
  /^\W*(?:(?:the |an? )?(?:page|batch) size\b(?! (?:of|in)\b)|(?:how many|the most|at most|up to|(?:the )?(?:maximum|largest|greatest)(?: number of)?|(?:the )?number of) (?:\p{L}+ )?(?:records|items|results|entries|objects|rows|elements|resources) (?:(?:that )?you (?:want|get|wish|like)\b|at (?:most|once|a time)\b|to (?:return|send|give|show|fetch|list|put)\b|(?:(?:is|are|be) )?(?:returned|sent|shown|given|listed)\b|(?:per|(?:in|on) (?:one|an?|each|the|every|this)) (?:page|reply|response|answer|request)\b))/iu;

/** `max_price` bounds a property of the records, and not their number. */
function boundsProperty({ name }: Parameter, properties: ReadonlyMap<string, Property>): boolean {
  const words = wordsOf(name);
  const rest = words.filter(
    (word) => !/^(?:min|max|minimum|maximum|[gl]te?|from|to|above|below|over|under|than|or|equal)$/.test(word),
  );
  const isOf = (property: string): boolean => rest.every((word) => wordsOf(property).includes(word));
  return rest.length > 0 && rest.length < words.length && [...properties.keys()].some(isOf);
}

function othersThanFilters(schema: Schema, list: Operation | undefined): readonly Parameter[] {
  const properties = propertiesOf(schema);
  return queryOf(list).filter((one) => !properties.has(one.name) || saysPage(one));
}

/** The parameters that say where a page begins: numbers before tokens, since a page of any number can be asked for. */
export function findPositions(schema: Schema, list: Operation | undefined): readonly Position[] {
  const others = othersThanFilters(schema, list);
  const found = others.flatMap((parameter) => {
    const position = beginsRange(parameter, others) ? undefined : positionOf(parameter);
    return position === undefined ? [] : [position];
  });
  // What its name says stands before what its words do.
  const byName = found.filter(({ parameter }) => POSITIONS.has(plain(parameter.name)));
  const meant = byName.some(({ kind }) => kind === 'after') || found.length - byName.length > 1 ? byName : found;
  return meant.toSorted((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
}

const ORDER: readonly Position['kind'][] = ['page', 'offset', 'after', 'before'];

/** Whether another parameter says where the range ends that this one begins: then both are filters. */
function beginsRange({ name }: Parameter, others: readonly Parameter[]): boolean {
  const ends = RANGE_ENDS.get(plain(name)) ?? [];
  return others.some((other) => ends.includes(plain(other.name)));
}

function positionOf(parameter: Parameter): Position | undefined {
  const letters = plain(parameter.name);
  const types = typesOf(parameter.schema);
  const isSaid =
    types.join() === 'string' &&
    SAYS_CURSOR.test(parameter.description) &&
    keywordOf(parameter.schema, 'enum') === undefined;
  const kind = POSITIONS.get(letters) ?? (isSaid ? 'after' : undefined);
  const isNumber = types.includes('integer') || types.includes('number');
  const isText = types.includes('string');
  // Instants and other texts of a form are no tokens of a service.
  const isToken = isText && !['date', 'date-time'].includes(String(keywordOf(parameter.schema, 'format')));
  if (kind === undefined || (!isNumber && !isText)) return undefined;
  if (kind === 'after' || kind === 'before') {
    if (!isNumber && !isToken) return undefined;
    return { kind, parameter, base: 0, isId: isNumber || ID_POSITIONS.has(letters) };
  }
  // A text called `page` is a token; one called `from` may be anything.
  if (!isNumber && isToken && kind === 'page' && !hasDigits(parameter)) {
    return letters === 'page' ? { kind: 'after', parameter, base: 0, isId: false } : undefined;
  }
  if (!isNumber && !hasDigits(parameter)) return undefined;
  return { kind, parameter, base: baseOf(parameter, kind), isId: false };
}

/** `The cursor of the page before`, `a page token from an earlier reply`. */
const SAYS_CURSOR =
  /^\W*(?:(?:the|an?|this|your|opaque|last|previous|next|pagination|paging) ){0,3}(?:cursor|(?:page|paging|pagination|continuation) token)(?=\W*$|[.,;:(]| (?:of|from|that|which|to|for|as|in|given|returned|handed)\b)/i;

/** Whether a text is a number, as its default or its example says. */
const hasDigits = (parameter: Parameter): boolean => /^\d+$/.test(String(givenBy(parameter) ?? ''));

function givenBy({ schema, examples }: Parameter): unknown {
  return keywordOf(schema, 'default') ?? examples[0]?.value ?? keywordOf(schema, 'example');
}

/** The number of the first page, or the first record: what stands there as default or example, or as the least number. */
function baseOf(parameter: Parameter, kind: 'page' | 'offset'): number {
  const given = keywordOf(parameter.schema, 'default') ?? keywordOf(parameter.schema, 'minimum');
  if (Number(given ?? Number.NaN) === 0) return 0;
  if (Number(given ?? Number.NaN) === 1) return 1;
  if (kind === 'offset') return 0;
  return givenBy(parameter) !== undefined && Number(givenBy(parameter)) === 0 ? 0 : 1;
}

/** How many records a page has by the names alone: a number, or a text that is one. */
function findNamedSize(others: readonly Parameter[]): Parameter | undefined {
  return firstSize(others.filter((parameter) => !beginsRange(parameter, others) && saysNumber(parameter)));
}

function saysNumber(parameter: Parameter): boolean {
  const types = typesOf(parameter.schema);
  if (types.includes('integer') || types.includes('number')) return true;
  if (!types.includes('string') || keywordOf(parameter.schema, 'enum') !== undefined) return false;
  return hasDigits(parameter) || TEXT_SIZES.has(plain(parameter.name));
}

/** The parameter whose name is the first of `SIZES`. */
function firstSize(parameters: readonly Parameter[]): Parameter | undefined {
  const rankOf = ({ name }: Parameter): number => SIZES.indexOf(plain(name));
  return parameters
    .filter((parameter) => rankOf(parameter) >= 0)
    .toSorted((one, other) => rankOf(one) - rankOf(other))[0];
}

/** What is known where the members of a reply are read. */
interface Reading {
  readonly listAt: Steps;
  readonly collection: string;
  /** Whether a page is named by a token first of all. */
  readonly isToken: boolean;
  /** The name of the parameter that takes the token of the next page: a member of the same name gives it. */
  readonly cursor: string | undefined;
}

/** Objects inside objects are read so far. */
const MOST_STEPS = 4;

/** The members of a list's reply that are about its page: beside the records, or in objects such as `meta` and `links`. */
function membersIn(schema: Schema, at: Steps, reading: Reading): readonly PageMember[] {
  const properties = [...propertiesOf(schema).values()].filter(({ writeOnly }) => !writeOnly);
  const single = properties.filter(({ schema: property }) => itemsOf(property) === undefined);
  const siblings = new Set(single.map(({ name }) => plain(name)));
  return properties.flatMap((property): readonly PageMember[] => {
    const steps = [...at, property.name];
    if (propertiesOf(property.schema).size === 0) return memberOf(property, steps, siblings, reading);
    const link = TARGETS.get(plain(property.name));
    if (link !== undefined) return membersOfLink(link, property, steps, reading);
    const leadsToList = steps.every((step, index) => reading.listAt[index] === step);
    const isHolder = HOLDERS.has(plain(property.name));
    return steps.length < MOST_STEPS && (leadsToList || isHolder) ? membersIn(property.schema, steps, reading) : [];
  });
}

function memberOf(
  { name, schema, required }: Property,
  at: Steps,
  siblings: ReadonlySet<string>,
  reading: Reading,
): readonly PageMember[] {
  const letters = plain(name);
  const holder = plain(at.at(-2) ?? '');
  const types = typesOf(schema);
  const member = (fact: PageFact | undefined, form: PageForm): readonly PageMember[] =>
    fact === undefined ? [] : [{ at, fact, form, schema, required }];
  if (types.includes('boolean')) return member(FLAGS.get(letters), 'value');
  // `after`, and `next_after`.
  const isNamed = reading.cursor !== undefined && [reading.cursor, `next${reading.cursor}`].includes(letters);
  const isCursor = isNamed && types.includes('string') && !TARGETS.has(letters);
  const token =
    (isCursor ? 'next' : TOKENS.get(letters)) ??
    (HOLDERS.has(holder) || reading.isToken ? HELD_TOKENS.get(letters) : undefined);
  if (token !== undefined && !siblings.has(`next${letters}`)) return member(token, 'position');
  if (types.includes('integer') || types.includes('number')) {
    const count = countOf(letters, siblings, reading);
    return count === undefined ? member(TARGETS.get(letters), 'position') : member(count, 'value');
  }
  if (types.includes('string'))
    return member(targetOf(letters, holder, siblings), textForm(schema, letters, holder, reading.isToken));
  return [];
}

/** What an integer counts. */
function countOf(letters: string, siblings: ReadonlySet<string>, { collection }: Reading): PageFact | undefined {
  const saysTotal = [...siblings].some((name) => COUNTS.get(name) === 'total');
  if (letters === 'count' || letters === 'resultcount') return saysTotal ? 'count' : 'total';
  if (letters === 'number') return siblings.has('totalpages') || siblings.has('totalelements') ? 'page' : undefined;
  if (letters === 'size') return siblings.size > 1 && (saysTotal || siblings.has('page')) ? 'size' : undefined;
  if (letters === 'to') return siblings.has('from') ? 'to' : undefined;
  if (letters === 'from') return siblings.has('to') ? 'from' : 'offset';
  if (letters === `${collection}count` || letters === `total${collection}`) return 'total';
  if (letters === 'last' || letters === 'first') return undefined;
  return COUNTS.get(letters);
}

/** The other page that a text leads to. An address without a relation is the page's own where others stand beside it. */
function targetOf(letters: string, holder: string, siblings: ReadonlySet<string>): PageTarget | undefined {
  if (letters === 'href' || letters === 'url' || letters === 'uri') {
    const isBesideOthers = [...siblings].some((name) => TARGETS.get(name) === 'next');
    return isBesideOthers ? 'self' : undefined;
  }
  if (letters === 'current' && holder === '') return undefined;
  return TARGETS.get(letters);
}

/** Whether a text is an address, or a token for the parameter that says where a page begins. */
function textForm(schema: Schema, letters: string, holder: string, isToken: boolean): PageForm {
  const format = keywordOf(schema, 'format');
  if (format === 'uri' || format === 'url' || format === 'iri') return 'url';
  if (format === 'uri-reference') return 'path';
  if (letters.endsWith('uri')) return 'path';
  if (['url', 'href', 'link'].some((end) => letters.endsWith(end)) || holder === 'links' || holder === 'link')
    return 'url';
  return isToken ? 'position' : 'url';
}

/** Of an object that is one link to another page: `next: {href}`. */
function membersOfLink(fact: PageTarget, { schema }: Property, at: Steps, { isToken }: Reading): readonly PageMember[] {
  return [...propertiesOf(schema).values()].flatMap((inner): readonly PageMember[] => {
    const letters = plain(inner.name);
    const isText = typesOf(inner.schema).includes('string');
    const isAddress = ADDRESSES.has(letters) && isText;
    const isPosition = HELD_TOKENS.has(letters) || letters === 'page' || letters === 'offset';
    if (!isAddress && !isPosition) return [];
    const form = isAddress ? textForm(inner.schema, 'url', '', isToken) : 'position';
    return [{ at: [...at, inner.name], fact, form, schema: inner.schema, required: inner.required }];
  });
}

/** The headers of a list's reply that are about its page: counts, and the `Link` of RFC 8288. */
function findPageHeaders(list: Operation): readonly PageHeader[] {
  return (successOf(list)?.reply.headers ?? []).flatMap(({ name, description, schema }): readonly PageHeader[] => {
    const letters = plain(name).replace(/^x/, '');
    if (letters === 'link') return [{ name, description, kind: 'links' }];
    const fact = letters === 'count' ? 'total' : COUNTS.get(letters.replace(/^pagination/, ''));
    const types = typesOf(schema);
    return fact === undefined || !(types.includes('integer') || types.includes('number') || types.includes('string'))
      ? []
      : [{ name, description, kind: 'fact', fact }];
  });
}
