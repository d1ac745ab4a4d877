import type { PageCount, PageFact, PageFlag, PageTarget, Paging, Position } from '../../openapi/contract';
import type { RecordPage } from '../world/stores/records';
import type { AskedPage } from './asked-page';
import { cursorFor } from './page-cursor';

/** A page that a list has shown. */
export interface ShownPage {
  readonly asked: AskedPage;
  readonly found: RecordPage;
  readonly paging: Paging;
}

/** Another page of a list, by what the query says for it: nothing for the first page. */
export interface Target {
  readonly position?: Position;
  readonly value?: unknown;
}

/** What a page is, as a number or whether it is so; undefined for what no such page has. */
export function factOf(fact: Exclude<PageFact, PageTarget>, page: ShownPage): number | boolean | undefined {
  return FACTS[fact](page);
}

const FACTS: Readonly<Record<PageCount | PageFlag, (page: ShownPage) => number | boolean | undefined>> = {
  total: ({ found }) => found.total,
  count: ({ found }) => found.records.length,
  size: ({ asked, found }) => (Number.isFinite(asked.size) ? asked.size : found.total),
  page: (page) => baseOf(page) + numberOf(page),
  pages: ({ asked, found }) => pagesOf(found.total, asked.size),
  offset: (page) => skippedBy(page),
  from: ({ found }) => (found.records.length === 0 ? undefined : found.skipped + 1),
  to: ({ found }) => (found.records.length === 0 ? undefined : found.skipped + found.records.length),
  hasNext: ({ found }) => hasNext(found),
  hasPrevious: ({ found }) => found.skipped > 0,
  isFirst: ({ found }) => found.skipped === 0,
  isLast: ({ found }) => !hasNext(found),
  isEmpty: ({ found }) => found.records.length === 0,
};

const hasNext = ({ skipped, records, total }: RecordPage): boolean => skipped + records.length < total;

/** How many records come before the page, also where that is beyond the end of the list. */
const skippedBy = ({ asked: { begin }, found }: ShownPage): number => ('skip' in begin ? begin.skip : found.skipped);

/** The number of the page, from 0. */
const numberOf = (page: ShownPage): number => (page.asked.size > 0 ? Math.floor(skippedBy(page) / page.asked.size) : 0);

/** The number of the first page. */
const baseOf = ({ paging }: ShownPage): number => paging.positions.find(({ kind }) => kind === 'page')?.base ?? 1;

const pagesOf = (total: number, size: number): number =>
  size > 0 ? Math.ceil(total / Math.min(size, Math.max(total, 1))) : 0;

/** Another page; undefined where there is none, or nothing in the query can say so. */
export function targetOf(target: PageTarget, page: ShownPage): Target | undefined {
  const { asked, found } = page;
  const { position } = asked;
  const isNumbered = position?.kind === 'page' || position?.kind === 'offset';
  if (target === 'first' && !isNumbered) return {};
  if (position === undefined) return target === 'last' && !hasNext(found) ? {} : undefined;
  if (asked.size === 0) return undefined;
  if (target === 'next' && !hasNext(found)) return undefined;
  if (target === 'previous' && found.skipped === 0) return undefined;
  return isNumbered ? numberedTarget(target, page, position) : cursorTarget(target, page, position);
}

function numberedTarget(target: PageTarget, page: ShownPage, position: Position): Target {
  const { asked, found } = page;
  const { base, kind } = position;
  const last = Math.max(0, pagesOf(found.total, asked.size) - 1);
  if (kind === 'page') {
    const number = numberOf(page);
    // Before a page beyond the end comes the last one.
    const numbers = { next: number + 1, previous: Math.min(number - 1, last), last, self: number, first: 0 };
    return { position, value: base + numbers[target] };
  }
  const skipped = skippedBy(page);
  const before = Math.max(0, Math.min(skipped, found.total) - asked.size);
  const offsets = { next: skipped + asked.size, previous: before, last: last * asked.size, self: skipped, first: 0 };
  return { position, value: base + offsets[target] };
}

function cursorTarget(target: PageTarget, { found, paging }: ShownPage, position: Position): Target | undefined {
  if (target !== 'next' && target !== 'previous') return undefined;
  const [turn, id] = target === 'next' ? (['after', found.lastId] as const) : (['before', found.firstId] as const);
  if (id === undefined) return undefined;
  // The other direction may have a parameter of its own.
  const way = paging.positions.find(({ kind }) => kind === turn) ?? position;
  const value = cursorFor(way, turn, id);
  return value === undefined ? undefined : { position: way, value };
}
