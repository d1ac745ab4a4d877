import { breaking, type Fault } from '../server/cases';
import type { Json, JsonObject } from '../server/json';
import type { Asked, Behaviour, Stored } from '../server/model';
import { beside, page } from '../server/records';
import { clause } from './clauses';

/** The same request with another value in its query. */
const asking = (asked: Asked, name: string, value: string | undefined): Asked => {
  const query = new URLSearchParams(asked.query);
  if (value === undefined) query.delete(name);
  else query.set(name, value);
  return { ...asked, query };
};

/** Further pages of branches begin so many records later. */
const shifted = (by: number): Behaviour => ({
  page: (all, limit, asked) => {
    const offset = Number(asked.query.get('offset') ?? 0);
    return page(all, limit, offset > 0 ? asking(asked, 'offset', String(offset + by)) : asked);
  },
});
/** The place where a page should begin is not looked at. */
const placeless = (name: string): Behaviour => ({
  page: (all, limit, asked) => page(all, limit, asking(asked, name, undefined)),
});

/** Further pages of books show other records. */
const further = (
  alter: (shown: readonly Stored[], all: readonly Stored[], limit: number) => readonly Stored[],
): Behaviour => ({
  page: (all, limit, asked) => {
    const shown = page(all, limit, asked);
    return asked.kind === 'books' && asked.query.has('after') ? alter(shown, all, limit) : shown;
  },
});

/** A list says something else beside its records. */
const telling = (
  name: 'total' | 'next',
  alter: (said: Json, shown: readonly Stored[], all: readonly Stored[], asked: Asked) => Json,
): Behaviour => ({
  beside: (all, shown, asked) => {
    const said: JsonObject = beside(all, shown, asked);
    return name in said ? { ...said, [name]: alter(said[name] ?? null, shown, all, asked) } : said;
  },
});

const token = (record: Stored | undefined, by = 0n): Json =>
  record === undefined ? null : `b${BigInt(String(record.id)) + by}`;

/** Pages that repeat records or lose some, that have no end or end too early, and counts of what is shown alone. */
export const pages: readonly Fault[] = breaking(['list.pages'], clause.list, [
  ['a further page of branches begins with the last one of the page before', shifted(-1)],
  ['a further page of branches leaves one out', shifted(1)],
  ['the offset is not looked at', placeless('offset')],
  ['the total is what the page shows', telling('total', (_, shown) => BigInt(shown.length))],
  ['the total is one above what is there', telling('total', (_, __, all) => BigInt(all.length + 1))],
  ['a token of books is not looked at', placeless('after')],
  ['a further page of books leaves one out', further((shown) => shown.slice(1))],
  [
    'a further page of books shows the first one, too',
    further((shown, all, limit) => [...all.slice(0, 1), ...shown].slice(0, limit)),
  ],
  ['the last page of books leads back to the first', telling('next', (next) => next ?? 'b0')],
  [
    'each page of books leads on, an empty one to itself',
    telling('next', (_, shown, __, { query }) => token(shown.at(-1)) ?? query.get('after')),
  ],
  [
    'a further page of books begins with the last one of the page before',
    telling('next', (next, shown) => next && token(shown.at(-1), -1n)),
  ],
  [
    'no page of books leads on but a long one',
    telling('next', (next, _, __, { query }) => (Number(query.get('limit') ?? 20) < 5 ? null : next)),
  ],
  // Nothing but names says how lists page, so all that can be said of them is a warning.
]).map((fault): Fault => ({ ...fault, isWarning: true }));
