import type { Behaviour } from '../server/behaviour';
import type { CheckId, Fault } from '../server/cases';
import { readLimit } from '../server/input';
import { on } from '../server/on';
import { catalogue, filter, page } from '../server/records';
import { clause } from './clauses';

const paged = (
  name: string,
  behaviour: Behaviour,
  caughtBy: readonly [CheckId, ...CheckId[]] = ['list.page-size'],
): Fault => ({
  name,
  breaks: clause.limit,
  caughtBy,
  behaviour: { catalogue: () => catalogue(150), ...behaviour },
});

const doubled = (name: string, behaviour: Behaviour): Fault => ({
  name,
  breaks: clause.list,
  caughtBy: ['list.no-duplicates', 'list.page-size'],
  behaviour,
});

const unread = (limit: number): Behaviour => ({
  readLimit: (values) => (values.length === 0 ? limit : readLimit(values)),
});
const defaults: readonly [CheckId, ...CheckId[]] = ['list.default-page-size', 'list.page-size'];
/** Such a page size is not refused, so more than the maximum must not come. */
const lenient = (read: (value: string) => number | undefined): Behaviour => ({
  readLimit: (values) => (values[0] === undefined ? 20 : (read(values[0]) ?? readLimit(values))),
});
const parameters: readonly [CheckId, ...CheckId[]] = ['input.parameters-refused', 'list.page-size'];

/** Page sizes that are not kept to, and records that come twice. */
export const pages: readonly Fault[] = [
  paged('the page size is ignored: always 20', { page: (animals) => page(animals, 20) }),
  paged('the page size is ignored: always everything', { page: (animals) => animals }, [
    'list.page-size',
    'list.default-page-size',
  ]),
  paged('one record more than the page size', { page: (animals, limit) => page(animals, limit + 1) }),
  paged('one record less than the page size', { page: (animals, limit) => page(animals, limit - 1) }, [
    'list.page-size',
    'list.default-page-size',
  ]),
  paged('one record more where the page size is the maximum', {
    page: (animals, limit) => page(animals, limit === 100 ? 101 : limit),
  }),
  paged('a page size of one gives two', { page: (animals, limit) => page(animals, limit === 1 ? 2 : limit) }),
  paged('at least ten records', { page: (animals, limit) => page(animals, Math.max(10, limit)) }),
  paged(
    'the page size does not count with a filter',
    {
      page: (animals, limit, { query }) => (query.has('status') ? animals : page(animals, limit)),
    },
    ['list.page-size', 'list.default-page-size'],
  ),
  paged('the page size counts only with a filter', {
    page: (animals, limit, { query }) => (query.has('status') ? page(animals, limit) : page(animals, 20)),
  }),
  paged('25 records by default', unread(25), defaults),
  paged('50 records by default', unread(50), defaults),
  paged('21 records by default', unread(21), defaults),
  paged('100 records by default', unread(100), defaults),
  paged('10 records by default', unread(10), defaults),
  paged('everything by default', unread(1_000), defaults),
  paged(
    '25 records by default, with a filter alone',
    {
      page: (animals, limit, { query }) => page(animals, query.has('status') && !query.has('limit') ? 25 : limit),
    },
    [...defaults, 'list.filter'],
  ),
  paged(
    'a page size of 101 is served',
    lenient((value) => (value === '101' ? 101 : undefined)),
    parameters,
  ),
  paged(
    'any page size is served',
    lenient((value) => (/^\d+$/.test(value) ? Number(value) : undefined)),
    parameters,
  ),
  paged(
    'a page size of zero means everything',
    lenient((value) => (value === '0' ? 1_000 : undefined)),
    parameters,
  ),
  paged(
    'a negative page size means everything',
    lenient((value) => (value.startsWith('-') ? 1_000 : undefined)),
    parameters,
  ),
  paged(
    'a page size that is no number means everything',
    lenient((value) => (Number.isNaN(Number(value)) ? 1_000 : undefined)),
    parameters,
  ),
  paged(
    'a bad page size is refused in plain text',
    {
      rewrite: on({ operation: 'list', status: 400 }, () => ({
        text: 'Bad limit',
        headers: { 'Content-Type': 'text/plain' },
      })),
    },
    ['reply.media-type', 'error.envelope', 'reply.json', 'input.parameters-refused'],
  ),
  paged(
    'a bad page size is refused with 302',
    {
      rewrite: on({ operation: 'list', status: 400 }, () => ({ status: 302, headers: { Location: '/v1/pets' } })),
    },
    ['reply.status', 'input.parameters-refused'],
  ),
  paged(
    'a bad filter is refused with 200 and an Error body',
    {
      rewrite: on({ operation: 'list', status: 400 }, () => ({ status: 200 })),
    },
    ['reply.schema', 'input.parameters-refused'],
  ),

  doubled('the first record is listed twice', {
    page: (animals, limit) => page([...animals.slice(0, 1), ...animals], limit),
  }),
  doubled('every record is listed twice', {
    page: (animals, limit) =>
      page(
        animals.flatMap((animal) => [animal, animal]),
        limit,
      ),
  }),
  doubled('the last record is repeated until the page is full', {
    page: (animals, limit) =>
      Array.from({ length: animals.length === 0 ? 0 : limit }, (_, index) => animals[index] ?? animals.at(-1)).flatMap(
        (animal) => animal ?? [],
      ),
  }),
  doubled('with a filter the first match is listed twice', {
    filter: (animals, status) =>
      status ? [...filter(animals, status).slice(0, 1), ...filter(animals, status)] : animals,
  }),
  doubled('the page ends where it began', {
    page: (animals, limit) =>
      limit > 2 ? [...page(animals, limit - 1), ...animals.slice(0, 1)] : page(animals, limit),
  }),
];
