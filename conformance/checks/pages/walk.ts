import {
  fits,
  type Operation,
  type Paging,
  type Position,
  type Resource,
  valueOfText,
} from '../../../openapi/contract';
import type { Exchange } from '../../exchange/exchange';
import { isBaseTold, saysLastHasNone } from '../../records/lists/page-promises';
import {
  flagOf,
  isNoWayTold,
  type NextPage,
  nextOf,
  pageCountOf,
  pageFactsOf,
  type Saying,
  tellsNext,
  toldNext,
  totalOf,
} from '../../records/lists/paging';
import { idOf, type JsonRecord, keyOf, recordsOf } from '../../records/records';
import { type RequestParts, toRequest } from '../../requests/request';
import type { CaseContext } from '../../steps/check';

/** One page of a walk. */
export interface Page {
  readonly exchange: Exchange;
  readonly records: readonly JsonRecord[];
  /** The keys of their ids, in their order. */
  readonly keys: readonly string[];
  /** The values that its last record shows, as texts. */
  readonly lastValues: ReadonlySet<string>;
  /** What its flags say of a next one, or that it names one, where words say that the last does not. */
  readonly flag: Saying;
  readonly total: number | undefined;
  /** How many pages there are, as it says. */
  readonly pageCount: number | undefined;
  /** Whether it says that there is no way to a next one, and the list has no other. */
  readonly isNoWayLeft: boolean;
}

/** By what the next page is asked for: what replies tell, a number that is counted, the id of the last record. */
export type Way = { readonly by: 'told' } | { readonly by: 'page' | 'offset' | 'id'; readonly position: Position };

export interface Walk {
  readonly way: Way;
  readonly pages: readonly Page[];
  /** How many records each page may have; undefined where no parameter says it. */
  readonly size: number | undefined;
  /**
   * Why it has no further page: the server says so or shows an empty one; all that was wanted was seen; the next page is one that it has
   * come from; so many were asked for; or what came can't be followed.
   */
  readonly end: 'last' | 'covered' | 'cycle' | 'bound' | { readonly why: string };
}

/** A list that comes in pages. */
export interface PagedList {
  readonly operation: Operation;
  readonly resource: Resource;
  readonly paging: Paging;
}

export interface PageSize {
  readonly size: number | undefined;
  /** What each page is asked for by, beside its place. */
  readonly query: JsonRecord;
  /** The same of a page whose place a reply has named, where that keeps the rest. */
  readonly kept?: JsonRecord;
}

/** The most pages of one walk. */
const MOST_PAGES = 5;

/** How a list can be walked, as the contract has it: what replies tell goes before what is counted. */
export function waysOf(paging: Paging): readonly Way[] {
  const counted = countedWay(paging);
  return [...(tellsNext(paging) ? [{ by: 'told' } as const] : []), ...(counted === undefined ? [] : [counted])];
}

function countedWay(paging: Paging): Way | undefined {
  const position = paging.positions.find(
    ({ kind, isId }) => kind === 'page' || kind === 'offset' || (kind === 'after' && isId),
  );
  if (position === undefined) return undefined;
  return { by: position.kind === 'page' || position.kind === 'offset' ? position.kind : 'id', position };
}

/**
 * Asks for one page after the other.
 *
 * @param size how many records each page is to have, and how the query says it
 * @param isWhole whether there are no other records than the wanted ones: then it is followed to its end
 */
export async function walkPages(
  context: CaseContext,
  list: PagedList & { readonly way: Way },
  { size, query, kept = query }: PageSize,
  wanted: ReadonlySet<string>,
  isWhole: boolean,
): Promise<Walk | undefined> {
  const { operation, resource, paging, way } = list;
  const pages: Page[] = [];
  const left = new Set(wanted);
  const asked = new Set<string>();
  const counter = counterOf(way);
  let parts: RequestParts = { query };
  for (let count = 0; count < MOST_PAGES; count++) {
    const exchange = await context.send(toRequest(operation, parts));
    const page = pageOf(exchange, resource, paging);
    if (page === undefined) {
      if (pages.length === 0) return undefined;
      return { way, size, pages, end: { why: 'a further page was not served' } };
    }
    if (!counter.isFirstAgain(page, pages[0])) pages.push(page);
    for (const key of page.keys) left.delete(key);
    const next = way.by === 'told' ? toldNext(operation, paging, pageFactsOf(exchange, paging)) : counter.next(page);
    const end = endOf(next, page, {
      way,
      isFirst: count === 0,
      isCovered: left.size === 0,
      isMoreTold: tellsMore(page, pages),
      isWhole,
      paging,
    });
    if (end !== undefined) return { way, size, pages, end };
    parts = partsOf(next, kept, paging);
    const name = JSON.stringify(parts, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    if (asked.has(name)) return { way, size, pages, end: 'cycle' };
    asked.add(name);
  }
  return { way, size, pages, end: 'bound' };
}

interface Standing {
  readonly way: Way;
  readonly isFirst: boolean;
  readonly isCovered: boolean;
  readonly isMoreTold: boolean;
  readonly isWhole: boolean;
  readonly paging: Paging;
}

function endOf(
  next: NextPage,
  { keys, flag }: Page,
  { way, isFirst, isCovered, isMoreTold, isWhole, paging }: Standing,
): Walk['end'] | undefined {
  if (next === 'unclear') return { why: 'how a reply leads to the next page is not understood' };
  // Such a list may be cut to its first records on purpose.
  if (next === 'none' && isFirst && !isCovered && paging.positions.length === 0) return { why: NOWHERE };
  // Where pages are counted, too, a token may be none because nobody has asked by one.
  if (next === 'none' && isFirst && isMoreTold && countedWay(paging) !== undefined && !saysLastHasNone(paging))
    return { why: OTHERWISE };
  if (next === 'none') return 'last';
  // A service may tell it in a place that the document does not name.
  if (next === 'untold' && isFirst && !isCovered && !saysLastHasNone(paging))
    return { why: 'the first page does not say where the next one is' };
  if (next === 'untold') return 'last';
  if (way.by !== 'told' && keys.length === 0) return 'last';
  if (!isCovered) return undefined;
  // Without a page size the first page is all that is wanted.
  const goesOn = isWhole && (way.by === 'told' || paging.size === undefined ? flag !== 'end' : isMoreTold);
  return goesOn ? undefined : 'covered';
}

/** Whether a page says, by a flag or by what it counts, that there is more than these pages have shown. */
function tellsMore({ flag, total = 0, pageCount = 0 }: Page, pages: readonly Page[]): boolean {
  if (flag !== undefined) return flag === 'more';
  return total > new Set(pages.flatMap(({ keys }) => keys)).size || pageCount > pages.length;
}

const NOWHERE = 'no parameter of the list leads to further pages, and the first one shows no way to them';

const OTHERWISE =
  'the first page counts further records, names no way to them, and may be one of those that are counted';

const partsOf = (next: NextPage, query: JsonRecord, paging: Paging): RequestParts => {
  if (typeof next !== 'object') return {};
  return 'rawQuery' in next
    ? { rawQuery: sizedAs(next.rawQuery, query, paging) }
    : { query: { ...query, ...next.position } };
};

/** A link is followed as it is; but one to the page of a number means nothing without the size by which pages were counted. */
function sizedAs(rawQuery: string, query: JsonRecord, { positions, size }: Paging): string {
  const named = new URLSearchParams(rawQuery);
  if (!positions.some(({ kind, parameter }) => kind === 'page' && named.has(parameter.name))) return rawQuery;
  const left = Object.entries(query).filter(([name]) => name === size?.name && !named.has(name));
  return [
    rawQuery,
    ...left.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`),
  ].join('&');
}

interface Counter {
  /** Whether a page is the first one again, since a service may begin to count elsewhere than is thought: it counts once. */
  readonly isFirstAgain: (page: Page, first: Page | undefined) => boolean;
  readonly next: (page: Page) => NextPage;
}

function counterOf(way: Way): Counter {
  if (way.by === 'told') return { isFirstAgain: () => false, next: () => 'untold' };
  const { parameter, base } = way.position;
  const { name } = parameter;
  const isSure = isBaseTold(way.position);
  const ask = (value: unknown): NextPage => ({ position: { [name]: value } });
  // Page 1 is the second one where the first is 0, and is the first one again where it is not.
  let number = way.by === 'offset' ? base : isSure && base === 1 ? 1 : 0;
  return {
    isFirstAgain: (page, first) =>
      way.by === 'page' && number === 1 && !(isSure && base === 1) && first !== undefined && sameKeys(page, first),
    next: ({ keys }) => {
      if (way.by === 'id') {
        const last = valueOfText(parameter.schema, keys.at(-1) ?? '');
        // What the parameter does not take is no id that it means.
        return keys.length === 0 ? 'none' : fits(parameter.schema, 'request', last) ? ask(last) : 'unclear';
      }
      number += way.by === 'offset' ? keys.length : 1;
      return ask(number);
    },
  };
}

export const sameKeys = ({ keys }: Pick<Page, 'keys'>, other: Pick<Page, 'keys'>): boolean =>
  keys.length === other.keys.length && keys.every((key, place) => key === other.keys[place]);

/** A list's reply as a page; undefined where it shows no records, or some without an id. */
export function pageOf(exchange: Exchange, resource: Resource, paging: Paging): Page | undefined {
  const status = exchange.response?.status ?? 0;
  const records = status >= 200 && status < 300 ? recordsOf(exchange, resource) : undefined;
  const ids = records?.map((record) => idOf(record, resource));
  if (ids === undefined || ids.some((id) => id === undefined || id === null || typeof id === 'object'))
    return undefined;
  const facts = pageFactsOf(exchange, paging);
  return {
    exchange,
    records: records ?? [],
    keys: ids.map(keyOf),
    lastValues: new Set(Object.values(records?.at(-1) ?? {}).map(String)),
    // A page that was asked for by its number may name none anyway.
    flag: flagOf(facts) ?? (saysLastHasNone(paging) && countedWay(paging) === undefined ? nextOf(facts) : undefined),
    total: totalOf(facts),
    pageCount: pageCountOf(facts),
    isNoWayLeft: isNoWayTold(facts) && countedWay(paging) === undefined,
  };
}
