import {
  findPositions,
  memoized,
  type Operation,
  type PageMember,
  type Paging,
  type Parameter,
  type Position,
  partAt,
  type Resource,
  type Schema,
} from '../../../openapi/contract';
import { type Exchange, jsonOf } from '../../exchange/exchange';
import { carriesCredential } from '../../exchange/query';
import { SAYS_AT_MOST } from './list-words';
import { saysLastHasNone } from './page-promises';

/** The schema by which values of a query parameter are drawn: of a page size only those that mean one. */
export const drawnSchemaOf = (resource: Resource | undefined, parameter: Parameter): Schema =>
  parameter === resource?.pageSize ? fromOne(parameter.schema) : parameter.schema;

/**
 * Whether a value is one of which the contract says how many records it asks for. Most documents forget the least page
 * size: what 0 and less mean is then open, and many servers take 0 or -1 for "all". Of less than 0 nothing says it.
 */
export function isPageSize({ pageSize }: Resource, value: unknown): value is number {
  if (typeof value !== 'number') return false;
  return value >= 1 || (value === 0 && pageSize?.schema.minimum === 0);
}

/** How many records a page has where none are asked for, by the schema or by the words of the parameter: "20 by default". */
export const usualSizeOf = memoized(({ pageSize }: Resource): number | undefined => {
  if (pageSize === undefined) return undefined;
  const usual = pageSize.schema.default;
  if (usual !== undefined) return typeof usual === 'number' ? usual : undefined;
  const [, one, other] = SAYS_USUAL_SIZE.exec(pageSize.description) ?? [];
  return one === undefined && other === undefined ? undefined : Number(one ?? other);
});

const SAYS_USUAL_SIZE =
  /\bdefault(?:s|ing)?(?: value| size| page size)?(?: is| to| of|:|=)?\s{0,2}[`"'*]{0,2}(\d{1,4})\b(?!\.\d)|\b(\d{1,4})[`"'*]{0,2} (?:by default|unless (?:it|this|one|another|given|set)|if (?:left out|omitted|absent|not given|not set|none is given))\b/i;

/** The same schema from 1 on, where the document does not say what the least value is. */
const fromOne = memoized((schema: Schema): Schema => {
  const { minimum, maximum, exclusiveMinimum, enum: values, const: only } = schema;
  const isBounded = [minimum, exclusiveMinimum, values, only].some((keyword) => keyword !== undefined);
  return isBounded || (maximum !== undefined && maximum < 1) ? schema : { ...schema, minimum: 1 };
});

/** The parameters of an operation that say where a page begins, as far as their names tell. */
const positionsOf = memoized((operation: Operation): readonly Position[] =>
  operation.method === 'GET' ? findPositions({}, operation) : [],
);

const isToken = ({ kind }: Position): boolean => kind === 'after' || kind === 'before';

/**
 * Whether a parameter asks for a page by a token, or by the id of a record beside it: what is good there only replies tell, so
 * whatever is made up may be refused.
 */
const asksByToken = (operation: Operation, parameter: Parameter): boolean =>
  positionsOf(operation).some((one) => isToken(one) && one.parameter === parameter);

/** The query parameters that a request has which is meant to be right: no token of a page but where one has to be there. */
export const meantParameters = (operation: Operation): readonly Parameter[] =>
  operation.parameters.filter(
    (parameter) => parameter.in === 'query' && (parameter.required || !asksByToken(operation, parameter)),
  );

/** Whether a query asks for a page that may not be there: by a token, or by a number that is not the first page's. */
export const asksForFurtherPage = (operation: Operation, query: ReadonlyMap<string, unknown>): boolean =>
  positionsOf(operation).some(
    (one) => query.has(one.parameter.name) && (isToken(one) || Number(query.get(one.parameter.name)) !== one.base),
  );

/** What a reply tells of its page; links are the text of a header (RFC 8288). */
interface PageFact {
  readonly fact: PageMember['fact'] | 'links';
  readonly value: unknown;
  /** How the value names another page; of a header undefined. */
  readonly form: PageMember['form'] | undefined;
  /** The name of the member or header. */
  readonly name: string;
}

/** All of it, in the order of the document; a value that the reply lacks is undefined. */
export function pageFactsOf(exchange: Exchange, { members, headers }: Paging): readonly PageFact[] {
  const body = jsonOf(exchange);
  return [
    ...members.map(({ at, fact, form }) => ({ fact, form, value: partAt(body, at), name: at.at(-1) ?? '' })),
    ...headers.map((header) => ({
      fact: header.kind === 'links' ? header.kind : header.fact,
      form: undefined,
      value: exchange.response?.headers.get(header.name.toLowerCase()),
      name: header.name,
    })),
  ];
}

/** A token or an address that leads nowhere. */
export const isNothing = (value: unknown): boolean => value === null || value === '' || value === false;

/** What one fact about a page says of a next one; undefined where it leaves that open. */
export type Saying = 'more' | 'end' | undefined;

/** What the flags of a page say, those that are about nothing else; undefined where they say nothing, or both. */
export function flagOf(facts: readonly PageFact[]): Saying {
  const flags = facts.filter(({ fact }) => fact === 'hasNext' || fact === 'isLast');
  const sayings = flags.map(({ fact, value }) => SAYINGS[fact]?.(value));
  const [more, end] = [sayings.includes('more'), sayings.includes('end')];
  return more === end ? undefined : more ? 'more' : 'end';
}

/** What a page says of a next one by naming it. */
export function nextOf(facts: readonly PageFact[]): Saying {
  const named = facts.filter(({ fact, value }) => fact === 'next' && value !== undefined);
  return named.length === 0 ? undefined : named.every(({ value }) => isNothing(value)) ? 'end' : 'more';
}

/** Whether a page may be shorter than was asked for: where words have that as the most, and it names a next one all the same. */
export function mayBeShort(exchange: Exchange, { paging, pageSize }: Pick<Resource, 'paging' | 'pageSize'>): boolean {
  if (paging === undefined || pageSize === undefined || !SAYS_AT_MOST.test(pageSize.description)) return false;
  const facts = pageFactsOf(exchange, paging);
  return (flagOf(facts) ?? nextOf(facts)) === 'more';
}

/** Names that leave no doubt that all records are counted: `count` alone may be that of the page. */
const OF_ALL = /total|found|hits/i;

/** How many records there are, as a page tells it; undefined where it tells it not, or not for sure. */
export const totalOf = (facts: readonly PageFact[]): number | undefined =>
  amountOf(facts.filter(({ fact, name }) => fact === 'total' && OF_ALL.test(name)));

/** How many pages there are, as a page tells it; undefined where it tells it not. */
export const pageCountOf = (facts: readonly PageFact[]): number | undefined =>
  amountOf(facts.filter(({ fact }) => fact === 'pages'));

function amountOf(facts: readonly PageFact[]): number | undefined {
  const amounts = facts.map(({ value }) =>
    typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
  );
  // Less than 0 is how some say that they do not know.
  return amounts.find((value): value is number => typeof value === 'number' && value >= 0);
}

/** Whether each place for a way to the next page says that there is none. */
export function isNoWayTold(facts: readonly PageFact[]): boolean {
  const ways = facts.filter(({ fact, value }) => fact === 'next' && value !== undefined);
  return ways.length > 0 && ways.every(({ value }) => isNothing(value)) && facts.every(({ fact }) => fact !== 'links');
}

/**
 * Whether a list's reply itself says, or may mean, that there are more records on another page, so that a page that is not
 * full is not the whole list: many services have pages that are shorter than what was asked for. A reply that says it is the
 * last page is believed, whatever it counts.
 *
 * @param count how many records it shows
 */
export function mayHaveMore(exchange: Exchange, { paging }: Pick<Resource, 'paging'>, count: number): boolean {
  if (paging === undefined) return false;
  const facts = pageFactsOf(exchange, paging);
  const sayings = facts.map(({ fact, value }) => SAYINGS[fact]?.(value));
  if (sayings.includes('more')) return true;
  if (isLastUnnamed(paging, facts)) return false;
  return !sayings.includes('end') && facts.some(({ fact, value }) => COUNTED[fact]?.(value, count) === true);
}

/** Whether a list has further pages, of which its reply says nothing: neither whether there is one nor how many records there are. */
export function isSilent(exchange: Exchange, { paging }: Pick<Resource, 'paging'>): boolean {
  if (paging === undefined || paging.positions.length === 0) return false;
  const facts = pageFactsOf(exchange, paging);
  if (isLastUnnamed(paging, facts)) return false;
  return totalOf(facts) === undefined && facts.every(({ fact, value }) => fact === 'total' || value === undefined);
}

/** Whether a page names no next one, where words say that the last one alone has none. */
const isLastUnnamed = (paging: Paging, facts: readonly PageFact[]): boolean =>
  saysLastHasNone(paging) && facts.every(({ fact, value }) => !WAYS.includes(fact) || value === undefined);

const WAYS: readonly PageFact['fact'][] = ['next', 'links'];

type Fact = PageMember['fact'] | 'links';

const SAYINGS: Readonly<Partial<Record<Fact, (value: unknown) => Saying>>> = {
  next: (value) => (value === undefined ? undefined : isNothing(value) ? 'end' : 'more'),
  hasNext: (value) => (value === true ? 'more' : value === false ? 'end' : undefined),
  isLast: (value) => (value === false ? 'more' : value === true ? 'end' : undefined),
  links: (value) => (/\brel\s*=\s*"?[^";,]*\bnext\b/i.test(String(value ?? '')) ? 'more' : undefined),
};

const COUNTED: Readonly<Partial<Record<Fact, (value: unknown, count: number) => boolean>>> = {
  total: (value, count) => Number(value ?? 0) > count,
  pages: (value) => Number(value ?? 0) > 1,
  // The service has cut what was asked for to a size of its own.
  size: (value, count) => Number(value ?? 0) > 0 && Number(value) <= count,
};

/** The query of another page: what is put in the place of the position, or the whole of it, as a link has it. */
export type NextPage =
  | { readonly position: Readonly<Record<string, unknown>> }
  | { readonly rawQuery: string }
  /** The reply says that there is none. */
  | 'none'
  /** The reply does not say it. */
  | 'untold'
  /** It says it in a way that is not understood. */
  | 'unclear';

/** What a reply says of where the next page is: by a token, a number, an address, or a `Link` header. */
export function toldNext(operation: Operation, { positions }: Paging, facts: readonly PageFact[]): NextPage {
  const ways = facts.flatMap(({ fact, form, value }): readonly NextPage[] => {
    if (fact === 'links') return value === undefined ? [] : [linkIn(operation, String(value))];
    if (fact !== 'next' || value === undefined) return [];
    if (isNothing(value)) return ['none'];
    if (typeof value === 'string' && (form !== 'position' || isAddress(value))) return [queryIn(operation, value)];
    return [byPosition(positions, value)];
  });
  return ways.find((way) => typeof way === 'object') ?? ways[0] ?? 'untold';
}

/** Whether a document says that its replies tell where the next page is. */
export const tellsNext = ({ members, headers }: Paging): boolean =>
  members.some(({ fact }) => fact === 'next') || headers.some(({ kind }) => kind === 'links');

function byPosition(positions: readonly Position[], value: unknown): NextPage {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return 'unclear';
  const token = positions.find(({ kind, isId }) => kind === 'after' && !isId);
  const number = positions.find(({ kind }) => kind === 'page' || kind === 'offset');
  const isNumber = typeof value !== 'string';
  // No page begins before the first one.
  if (isNumber && token === undefined && value <= 0) return 'none';
  const { parameter } = (isNumber ? (number ?? token) : (token ?? number)) ?? {};
  return parameter === undefined ? 'unclear' : { position: { [parameter.name]: value } };
}

const isAddress = (text: string): boolean => /^(?:https?:\/\/|\/|\?)/i.test(text);

/** The relation `next` of a `Link` header; without one the page is the last. */
function linkIn(operation: Operation, header: string): NextPage {
  const link = /<([^<>]{0,4000})>[^<]{0,200}?\brel\s*=\s*"?[^";,<]{0,100}\bnext\b/i.exec(header)?.[1];
  return link === undefined ? 'none' : queryIn(operation, link);
}

/** The query of an address that leads to the same list; its host and prefix may be those behind a proxy. */
function queryIn(operation: Operation, address: string): NextPage {
  try {
    const { pathname, search } = new URL(address, 'http://list');
    const isSame = pathname === '/' || endOf(pathname) === endOf(operation.path) || endOf(operation.path).includes('{');
    if (!isSame || search === '') return 'unclear';
    const pairs = search
      .slice(1)
      .split('&')
      .filter((pair) => !carriesCredential(operation, new URLSearchParams(pair).keys().next().value ?? ''));
    return { rawQuery: pairs.join('&') };
  } catch {
    return 'unclear';
  }
}

const endOf = (path: string): string => path.replace(/\/$/, '').split('/').at(-1) ?? '';
