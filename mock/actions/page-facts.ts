/** What the reply to a list says of its page: counts and flags, and how to ask for other pages. */
import {
  exactInteger,
  type Operation,
  type PageCount,
  type PageFlag,
  type PageTarget,
  type Paging,
  type Position,
} from '../../openapi/contract';
import type { RecordPage } from '../world/stores/records';
import type { Task } from './model';
import { type AskedPage, cursorFor, type SortedBy } from './page-request';

/** A page that was found; of a sorted list with the values by which its first and its last record are there. */
export interface FoundPage extends RecordPage {
  readonly firstBy?: SortedBy | undefined;
  readonly lastBy?: SortedBy | undefined;
}

/** A page that a list has shown. */
export interface ShownPage {
  readonly asked: AskedPage;
  readonly found: FoundPage;
  readonly paging: Paging;
}

/** Another page of a list, by what the query says for it: nothing for the first page. */
interface OtherPage {
  readonly position?: Position;
  readonly value?: unknown;
}

const goesOn = ({ skipped, records, total }: RecordPage): boolean => skipped + records.length < total;

/** Pages of no records lead nowhere: the next one would begin where this one does. */
const hasNext = ({ asked, found }: ShownPage): boolean => asked.size > 0 && goesOn(found);
const hasPrevious = ({ asked, found }: ShownPage): boolean => asked.size > 0 && found.skipped > 0;

/** How many records come before the page, also where that is beyond the end of the list. */
const skippedBy = ({ asked: { begin, skipped }, found }: ShownPage): number | bigint =>
  'skip' in begin ? (skipped ?? begin.skip) : found.skipped;

/** The number of the page, from 0. */
function numberOf(page: ShownPage): number | bigint {
  const { size, exactSize } = page.asked;
  return size > 0 && Number.isFinite(size) ? exactInteger(BigInt(skippedBy(page)) / BigInt(exactSize ?? size)) : 0;
}

const sum = (one: number | bigint, other: number | bigint): number | bigint =>
  exactInteger(BigInt(one) + BigInt(other));

/** The number of the first page. */
const baseOf = ({ paging }: ShownPage): number => paging.positions.find(({ kind }) => kind === 'page')?.base ?? 1;

const pagesOf = (total: number, size: number): number =>
  size > 0 ? Math.ceil(total / Math.min(size, Math.max(total, 1))) : 0;

/** What a page is, as a number or whether it is so; undefined for what no such page has. */
export const factOf = (fact: PageCount | PageFlag, page: ShownPage): Fact => FACTS[fact](page);

type Fact = number | bigint | boolean | undefined;

const FACTS: Readonly<Record<PageCount | PageFlag, (page: ShownPage) => Fact>> = {
  total: ({ found }) => found.total,
  count: ({ found }) => found.records.length,
  size: ({ asked, found }) => asked.exactSize ?? (Number.isFinite(asked.size) ? asked.size : found.total),
  page: (page) => sum(baseOf(page), numberOf(page)),
  pages: ({ asked, found }) => pagesOf(found.total, asked.size),
  offset: (page) => skippedBy(page),
  from: ({ found }) => (found.records.length === 0 ? undefined : found.skipped + 1),
  to: ({ found }) => (found.records.length === 0 ? undefined : found.skipped + found.records.length),
  hasNext,
  hasPrevious,
  isFirst: ({ found }) => found.skipped === 0,
  isLast: ({ found }) => !goesOn(found),
  isEmpty: ({ found }) => found.records.length === 0,
};

/** Another page; undefined where there is none, or nothing in the query can say so. */
export function targetOf(target: PageTarget, page: ShownPage): OtherPage | undefined {
  const { asked, found } = page;
  const { position } = asked;
  const isNumbered = position?.kind === 'page' || position?.kind === 'offset';
  if (target === 'first' && !isNumbered) return {};
  if (position === undefined) return target === 'last' && !goesOn(found) ? {} : undefined;
  if (asked.size === 0) return undefined;
  if (target === 'next' && !hasNext(page)) return undefined;
  if (target === 'previous' && !hasPrevious(page)) return undefined;
  return isNumbered ? numberedTarget(target, page, position) : cursorTarget(target, page, position);
}

function numberedTarget(target: PageTarget, page: ShownPage, position: Position): OtherPage {
  const { asked, found } = page;
  const { base, kind } = position;
  const last = Math.max(0, pagesOf(found.total, asked.size) - 1);
  if (kind === 'page') {
    const number = numberOf(page);
    // Before a page beyond the end comes the last one.
    const numbers = {
      next: sum(number, 1),
      previous: Math.min(Number(number) - 1, last),
      last,
      self: number,
      first: 0,
    };
    return { position, value: sum(base, numbers[target]) };
  }
  const skipped = skippedBy(page);
  const before = Math.max(0, Math.min(Number(skipped), found.total) - asked.size);
  const offsets = {
    next: Number(skipped) + asked.size,
    previous: before,
    last: last * asked.size,
    self: skipped,
    first: 0,
  };
  return { position, value: sum(base, offsets[target]) };
}

function cursorTarget(target: PageTarget, { found, paging }: ShownPage, position: Position): OtherPage | undefined {
  if (target !== 'next' && target !== 'previous') return undefined;
  const [turn, id, sortedBy] =
    target === 'next'
      ? (['after', found.lastId, found.lastBy] as const)
      : (['before', found.firstId, found.firstBy] as const);
  if (id === undefined) return undefined;
  // The other direction may have a parameter of its own.
  const way = paging.positions.find(({ kind }) => kind === turn) ?? position;
  const value = cursorFor(way, turn, id, sortedBy);
  return value === undefined ? undefined : { position: way, value };
}

/** The path and query of another page, without parameters that the operation does not have: one may be a credential. */
export function pathOf(
  { operation, call }: Pick<Task, 'operation' | 'call'>,
  target: PageTarget,
  page: ShownPage,
): string | undefined {
  const found = targetOf(target, page);
  if (target !== 'self' && found === undefined) return undefined;
  const query = new URLSearchParams();
  const positions = new Set(page.paging.positions.map(({ parameter }) => parameter.name));
  for (const [name, value] of new URLSearchParams(call.query)) {
    if (isKnown(operation, name) && (target === 'self' || !positions.has(name))) query.append(name, value);
  }
  if (target !== 'self' && found?.position !== undefined) {
    query.set(found.position.parameter.name, String(found.value));
  }
  const text = query.toString();
  return text === '' ? call.path : `${call.path}?${text}`;
}

/** Objects and arrays in a query may put something behind the name: `tags[]`, `where[name]`. */
const isKnown = ({ parameters }: Operation, name: string): boolean =>
  parameters.some(
    (parameter) => parameter.in === 'query' && (parameter.name === name || name.startsWith(`${parameter.name}[`)),
  );

/** The whole address of a path, by the name under which the client has asked; the path alone where it gave none. */
export function urlOf({ call: { request } }: Pick<Task, 'call'>, path: string): string {
  const { host } = request.headers;
  if (host === undefined) return path;
  const scheme = 'encrypted' in request.connection ? 'https' : 'http';
  return `${scheme}://${host}${path}`;
}

/** A `Link` header (RFC 8288) with a relation for each other page. */
export function linkHeader(task: Task, page: ShownPage): string | undefined {
  const links = RELATIONS.flatMap(([target, relation]) => {
    const path = pathOf(task, target, page);
    return path === undefined ? [] : [`<${urlOf(task, path)}>; rel="${relation}"`];
  });
  return links.length === 0 ? undefined : links.join(', ');
}

const RELATIONS: readonly (readonly [PageTarget, string])[] = [
  ['first', 'first'],
  ['previous', 'prev'],
  ['next', 'next'],
  ['last', 'last'],
];
