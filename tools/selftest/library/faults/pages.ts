import type { Fault } from '../../server/cases';
import type { Json } from '../../server/json';
import type { Asked, Behaviour, Page, Stored } from '../model';
import { page, sizeOf } from '../pages';
import { clause, faultOf } from './clauses';

/** Nothing but names says how lists page, so all that can be said of them is a warning. */
const paged = (name: string, alter: (records: readonly Stored[], asked: Asked) => Page): Fault<Behaviour> => ({
  ...faultOf(clause.list, name, ['list.pages'], { page: alter }),
  isWarning: true,
});

const isOf = (asked: Asked, kind: Asked['kind'], name: string): boolean => asked.kind === kind && asked.query.has(name);

/** The same request with another value in its query. */
const asking = (asked: Asked, name: string, value: string | undefined): Asked => {
  const query = new URLSearchParams(asked.query);
  if (value === undefined) query.delete(name);
  else query.set(name, value);
  return { ...asked, query };
};

const saying =
  (alter: (records: readonly Stored[], shown: Page, asked: Asked) => Json, name: 'total' | 'next') =>
  (records: readonly Stored[], asked: Asked): Page => {
    const shown = page(records, asked);
    return name in shown.said ? { ...shown, said: { ...shown.said, [name]: alter(records, shown, asked) } } : shown;
  };

const nextAfter = ({ records }: Page, { query }: Asked): Json =>
  records.length === 0 ? query.get('after') : `b${records.at(-1)?.id}`;

/** Pages that repeat records or lose some, that have no end or end too early, and counts of what is shown alone. */
export const pages: readonly Fault<Behaviour>[] = [
  paged('a further page of branches begins with the last one of the page before', (records, asked) => {
    const offset = Number(asked.query.get('offset') ?? 0);
    return page(records, offset > 0 ? asking(asked, 'offset', String(offset - 1)) : asked);
  }),
  paged('a further page of branches leaves one out', (records, asked) => {
    const offset = Number(asked.query.get('offset') ?? 0);
    return page(records, offset > 0 ? asking(asked, 'offset', String(offset + 1)) : asked);
  }),
  paged('the offset is not looked at', (records, asked) =>
    page(records, isOf(asked, 'branches', 'offset') ? asking(asked, 'offset', undefined) : asked),
  ),
  paged(
    'the total is what the page shows',
    saying((_, shown) => BigInt(shown.records.length), 'total'),
  ),
  paged(
    'the total is one above what is there',
    saying((records) => BigInt(records.length + 1), 'total'),
  ),
  paged('a token of books is not looked at', (records, asked) =>
    page(records, isOf(asked, 'books', 'after') ? asking(asked, 'after', undefined) : asked),
  ),
  paged('a further page of books leaves one out', (records, asked) => {
    const shown = page(records, asked);
    return isOf(asked, 'books', 'after') ? { ...shown, records: shown.records.slice(1) } : shown;
  }),
  paged('a further page of books shows the first one, too', (records, asked) => {
    const shown = page(records, asked);
    if (!isOf(asked, 'books', 'after')) return shown;
    return { ...shown, records: [...records.slice(0, 1), ...shown.records].slice(0, sizeOf(asked)) };
  }),
  paged(
    'the last page of books leads back to the first',
    saying((_, shown) => shown.said.next ?? 'b0', 'next'),
  ),
  paged(
    'each page of books leads on, an empty one to itself',
    saying((_, shown, asked) => nextAfter(shown, asked), 'next'),
  ),
  paged('a further page of books begins with the last one of the page before', (records, asked) => {
    const shown = page(records, asked);
    const last = shown.records.at(-1)?.id;
    const isMore = asked.kind === 'books' && shown.said.next !== null && typeof last === 'bigint';
    return isMore ? { ...shown, said: { next: `b${last - 1n}` } } : shown;
  }),
  paged('no page of books leads on but a long one', (records, asked) => {
    const shown = page(records, asked);
    return asked.kind === 'books' && sizeOf(asked) < 5 ? { ...shown, said: { next: null } } : shown;
  }),
];
