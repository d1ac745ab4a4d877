import type { Operation } from '../model/operation';
import type { PageFact, PageForm, PageHeader, PageMember, PageTarget, Position } from '../model/paging';
import type { Schema } from '../model/schema';
import { jsonMediaType } from '../operations/media-type';
import { successOf } from '../operations/reply';
import { itemsOf, keywordOf, type Property, propertiesOf, typesOf } from '../schema/properties';
import { ADDRESSES, COUNTS, FLAGS, HELD_TOKENS, HOLDERS, TARGETS, TOKENS } from './page-words';
import { plain } from './spelling';

type Steps = readonly string[];

/** Objects inside objects are looked at so far. */
const MOST_STEPS = 4;

/**
 * The members of a list's reply that tell of its page: beside the records, or in objects such as `meta` and `links`.
 *
 * @param listAt the names of the members that lead to the records
 * @param collection the last name of the collection's path
 */
export function findPageMembers(
  list: Operation,
  listAt: Steps,
  collection: string,
  positions: readonly Position[],
): readonly PageMember[] {
  const schema = jsonMediaType(successOf(list)?.reply.content ?? [])?.schema;
  if (schema === undefined) return [];
  return membersIn(schema, [], { listAt, collection: plain(collection), isToken: isTokenFirst(positions) });
}

interface Reading {
  readonly listAt: Steps;
  readonly collection: string;
  /** Whether a page is named by a token first of all. */
  readonly isToken: boolean;
}

const isTokenFirst = ([first]: readonly Position[]): boolean => first?.kind === 'after' || first?.kind === 'before';

function membersIn(schema: Schema, at: Steps, reading: Reading): readonly PageMember[] {
  const properties = [...propertiesOf(schema).values()].filter(({ writeOnly }) => !writeOnly);
  const single = properties.filter(({ schema: property }) => itemsOf(property) === undefined);
  const siblings = new Set(single.map(({ name }) => plain(name)));
  return properties.flatMap((property): readonly PageMember[] => {
    const steps = [...at, property.name];
    if (propertiesOf(property.schema).size === 0) return memberOf(property, steps, siblings, reading);
    if (isObjectOfLink(property)) return linkOf(property, steps, reading);
    const leadsToList = steps.every((step, place) => reading.listAt[place] === step);
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
  const tell = (fact: PageFact | undefined, form: PageForm): readonly PageMember[] =>
    fact === undefined ? [] : [{ at, fact, form, schema, required }];
  if (types.includes('boolean')) return tell(FLAGS.get(letters), 'value');
  const token = TOKENS.get(letters) ?? (HOLDERS.has(holder) || reading.isToken ? HELD_TOKENS.get(letters) : undefined);
  if (token !== undefined && !siblings.has(`next${letters}`)) return tell(token, 'position');
  if (types.includes('integer') || types.includes('number')) {
    return tell(countOf(letters, siblings, reading), 'value').concat(
      countOf(letters, siblings, reading) === undefined ? tell(TARGETS.get(letters), 'position') : [],
    );
  }
  if (types.includes('string'))
    return tell(targetOf(letters, holder, siblings), textForm(schema, letters, holder, reading));
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
function textForm(schema: Schema, letters: string, holder: string, { isToken }: Reading): PageForm {
  const format = keywordOf(schema, 'format');
  if (format === 'uri' || format === 'url' || format === 'iri') return 'url';
  if (format === 'uri-reference') return 'path';
  if (letters.endsWith('uri')) return 'path';
  if (['url', 'href', 'link'].some((end) => letters.endsWith(end)) || holder === 'links' || holder === 'link')
    return 'url';
  return isToken ? 'position' : 'url';
}

/** Whether an object is one link to another page: `next: {href}`. */
const isObjectOfLink = ({ name }: Property): boolean => TARGETS.has(plain(name));

function linkOf({ name, schema }: Property, at: Steps, { isToken }: Reading): readonly PageMember[] {
  const fact = TARGETS.get(plain(name));
  if (fact === undefined) return [];
  return [...propertiesOf(schema).values()].flatMap((inner): readonly PageMember[] => {
    const letters = plain(inner.name);
    const isText = typesOf(inner.schema).includes('string');
    const isAddress = ADDRESSES.has(letters) && isText;
    const isPosition = HELD_TOKENS.has(letters) || letters === 'page' || letters === 'offset';
    if (!isAddress && !isPosition) return [];
    const form: PageForm = isAddress
      ? textForm(inner.schema, 'url', '', { listAt: [], collection: '', isToken })
      : 'position';
    return [{ at: [...at, inner.name], fact, form, schema: inner.schema, required: inner.required }];
  });
}

/** The headers of a list's reply that tell of its page: counts, and the `Link` of RFC 8288. */
export function findPageHeaders(list: Operation): readonly PageHeader[] {
  return (successOf(list)?.reply.headers ?? []).flatMap(({ name, schema }): readonly PageHeader[] => {
    const letters = plain(name).replace(/^x/, '');
    if (letters === 'link') return [{ name, kind: 'links' }];
    const fact = letters === 'count' ? 'total' : COUNTS.get(letters.replace(/^pagination/, ''));
    const types = typesOf(schema);
    return fact === undefined || !(types.includes('integer') || types.includes('number') || types.includes('string'))
      ? []
      : [{ name, kind: 'fact', fact }];
  });
}
