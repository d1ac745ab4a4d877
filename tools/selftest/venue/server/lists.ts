import { Refused } from '../../reach/application';
import type { Does, Stored } from './world';

/** What a list is asked for: parameters as they came, those of a cursor in their place. */
export type Question = Readonly<Record<string, string | undefined>>;

/** Whether a record is left by a filter of this value. */
type Test = (record: Stored, value: string) => boolean;
/** By less than zero where the first one comes before the other. */
export type Order = (one: Stored, other: Stored) => number;

/** How a list filters and sorts; the names are those of its parameters. */
export interface Listing {
  readonly filters: Readonly<Record<string, Test>>;
  readonly order: (asked: Question) => Order;
}

/** What a page is made of. */
export interface Page {
  readonly shown: readonly Stored[];
  /** All that the filters leave. */
  readonly left: readonly Stored[];
  /** The cursor of the next page. */
  readonly next: string | undefined;
  readonly limit: number;
}

/** A page by a cursor, which holds all that was asked for first. */
export function pageByCursor(
  all: readonly Stored[],
  asked: Question,
  listing: Listing,
  {
    most = 50,
    usual = 20,
    isBound = false,
  }: { readonly most?: number; readonly usual?: number; readonly isBound?: boolean },
  does: Does,
): Page {
  const { cursor } = asked;
  let begun = cursor === undefined ? undefined : readCursor(cursor, does);
  if (begun !== undefined && isBound) begun = { ...begun, question: boundTo(begun, asked, listing, does) };
  const limit = limitOf(asked.limit, usual, most, does);
  const question: Question = begun === undefined ? asked : { ...asked, ...begun.question };
  const left = sorted(filtered(all, question, listing, does), question, listing, limit, does);
  let from = begun === undefined ? 0 : does('a cursor counts records') ? begun.at : placeAfter(left, begun);
  if (begun !== undefined && does('a further page begins with the last record of the page before')) from -= 1;
  if (begun !== undefined && does('a further page leaves its first record out')) from += 1;
  const isAlike = (one: Stored | undefined): boolean =>
    one !== undefined && left[from - 1] !== undefined && listing.order(question)(left[from - 1] ?? one, one) === 0;
  if (does('what stands like the last of a page is skipped') && isAlike(left[from])) from += 1;
  if (does('a cursor leads to the first page')) from = 0;
  let shown = left.slice(from, from + limit);
  if (does('each page is sorted by itself')) shown = shown.toSorted(listing.order(question));
  const last = shown.at(-1);
  const isEmptyLast = does('the last page is an empty one');
  const isLast = isEmptyLast ? shown.length === 0 : from + limit >= left.length;
  if (last === undefined) return { shown, left, next: undefined, limit };
  const kept: Question = Object.fromEntries(
    Object.entries(question).filter(
      ([name]) =>
        !['limit', 'cursor'].includes(name) &&
        !(name in listing.filters && does('a cursor loses its filters')) &&
        !(name === 'sort' && does('a cursor loses its order')),
    ),
  );
  let next = isLast ? undefined : writeCursor({ question: kept, id: String(last.id), at: from + shown.length });
  if (isLast && does('the last page leads back to the first')) next = writeCursor({ question: kept, id: '', at: 0 });
  if (begun !== undefined && does('the second page says that it is the last')) next = undefined;
  return { shown, left, next, limit };
}

/** A page by its number. */
export function pageByNumber(all: readonly Stored[], asked: Question, listing: Listing, does: Does): Page {
  const limit = does('the page size is not looked at') ? 10 : Number(asked.per_page ?? 10);
  let number = Number(asked.page ?? 1);
  const left = sorted(filtered(all, asked, listing, does), asked, listing, limit, does);
  const pages = Math.max(1, Math.ceil(left.length / limit));
  if (number > pages && does('behind the last page comes the last page again')) number = pages;
  if (asked.page !== undefined && does('pages are numbered from 0')) number += 1;
  if (does('the number of the page is not looked at')) number = 1;
  const shown = left.slice((number - 1) * limit, number * limit);
  return { shown, left, next: number < pages ? String(number + 1) : undefined, limit };
}

function limitOf(text: string | undefined, usual: number, most: number, does: Does): number {
  const limit = Number(text ?? usual);
  if (does('a page is one record longer than was asked for')) return limit + 1;
  if (does('no page is longer than four records')) return Math.min(limit, 4);
  return does('a limit beyond the greatest is taken as it is') ? limit : Math.min(limit, most);
}

function filtered(all: readonly Stored[], asked: Question, { filters }: Listing, does: Does): readonly Stored[] {
  const named = Object.entries(filters).flatMap(([name, test]) => {
    const value = asked[name];
    const isLost = does('an order makes filters lost') && (asked.sort ?? asked.order ?? asked.order_by) !== undefined;
    return value === undefined || isLost ? [] : [(record: Stored) => test(record, value)];
  });
  if (named.length > 1 && does('of two filters the first one counts alone'))
    return all.filter((one) => named[0]?.(one));
  if (named.length > 1 && does('two filters leave what either of them leaves'))
    return all.filter((one) => named.some((test) => test(one)));
  return all.filter((one) => named.every((test) => test(one)));
}

function sorted(
  left: readonly Stored[],
  asked: Question,
  { order }: Listing,
  limit: number,
  does: Does,
): readonly Stored[] {
  if (does('nothing is sorted') || does('each page is sorted by itself')) return left;
  // Ids decide between those with the same, so that pages fit together.
  const turn = does('records of the same value come by falling ids') ? -1 : 1;
  const compare = order(asked);
  const all = left.toSorted((one, other) => compare(one, other) || (String(one.id) < String(other.id) ? -turn : turn));
  return does('all but the first page is unsorted')
    ? [...all.slice(0, limit), ...left.filter((one) => !all.slice(0, limit).includes(one))]
    : all;
}

/** What a page is asked for by a cursor that is good for one query alone. @throws Refused for another */
function boundTo({ question }: Begun, asked: Question, { filters }: Listing, does: Does): Question {
  const names = [...new Set([...Object.keys(question), ...Object.keys(asked)])];
  const isOther = names.some((name) => !['limit', 'cursor'].includes(name) && question[name] !== asked[name]);
  if (isOther && !does('a token is good for any query')) throw new Refused(400, 'The token is of another query.');
  return Object.fromEntries(
    Object.entries(asked).map(([name, value]) => [
      name,
      name in filters && name !== 'retired' && does('the second page forgets its filters') ? undefined : value,
    ]),
  );
}

interface Begun {
  readonly question: Question;
  /** Of the last record of the page before. */
  readonly id: string;
  readonly at: number;
}

const writeCursor = (begun: Begun): string => Buffer.from(JSON.stringify(begun)).toString('base64url');

function readCursor(cursor: string, does: Does): Begun | undefined {
  try {
    const begun: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    // Nobody else makes such objects.
    if (typeof begun === 'object' && begun !== null && 'question' in begun) return begun as Begun;
  } catch {
    if (does('an unknown cursor breaks the service')) throw new Error('There is no such cursor.');
  }
  if (does('an unknown cursor is the first page')) return undefined;
  if (does('an unknown cursor is an empty page')) return { question: {}, id: '', at: Number.MAX_SAFE_INTEGER };
  throw new Refused(400, 'This service has not given such a cursor.');
}

function placeAfter(left: readonly Stored[], { id, at }: Begun): number {
  const index = left.findIndex((one) => String(one.id) === id);
  // Where the record with which the page has ended is gone, what came after it has moved up.
  return index < 0 ? Math.max(at - 1, 0) : index + 1;
}

/** What a list knows of: everything, or what there was at some time within the last second. */
export function listedFrom(does: Does): (all: readonly Stored[]) => readonly Stored[] {
  let copy: { readonly at: number; readonly all: readonly Stored[] } | undefined;
  return (all) => {
    if (!does('a list is made of a copy that is a second old')) return all;
    if (copy === undefined || Date.now() - copy.at > 1000) copy = { at: Date.now(), all };
    return copy.all;
  };
}

/** By the values of a member. */
export const by =
  (keyOf: (record: Stored) => number | string, isDescending = false): Order =>
  (one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    const order = a < b ? -1 : a > b ? 1 : 0;
    return isDescending ? -order : order;
  };

/** A time of a record as an instant, whatever its offset. */
export const instant = (value: unknown): number => Date.parse(String(value));
