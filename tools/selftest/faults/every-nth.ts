import type { Behaviour } from '../server/behaviour';
import type { CheckId, Fault, Needs } from '../server/cases';
import { countOf, everyNth } from '../server/every';
import { isObject, type Json, type JsonObject } from '../server/json';
import { filter, store } from '../server/records';
import { saying } from '../server/saying';
import { clause } from './clauses';

type CaughtBy = readonly [CheckId, ...CheckId[]];

const fault = (name: string, breaks: string, caughtBy: CaughtBy, behaviour: Behaviour, needs?: Needs): Fault => ({
  name,
  breaks,
  caughtBy,
  behaviour,
  ...(needs === undefined ? {} : { needs }),
});

const listOf = (body: Json | undefined): readonly Json[] => (Array.isArray(body) ? body : []);
const objectOf = (body: Json | undefined): JsonObject => (body !== undefined && isObject(body) ? body : {});

const lists: CaughtBy = ['records.kept', 'list.page-size', 'list.default-page-size', 'list.filter', 'created.listed'];
const reads: CaughtBy = ['records.kept', 'created.readable', 'sequence.model'];

/** What goes wrong now and then: the nth request, and none of those around it. */
export const everyNths: readonly Fault[] = [
  fault(
    'every fiftieth list is empty',
    clause.list,
    lists,
    everyNth(50, { operation: 'list', status: 200 }, () => ({ body: [] })),
  ),
  fault(
    'every fortieth list lacks its first record',
    clause.list,
    lists,
    everyNth(40, { operation: 'list', status: 200 }, ({ body }) => ({ body: listOf(body).slice(1) })),
  ),
  fault(
    'every thirtieth list has its last record twice',
    clause.list,
    ['list.no-duplicates', 'list.page-size', 'list.default-page-size'],
    everyNth(30, { operation: 'list', status: 200 }, ({ body }) => ({
      body: [...listOf(body), ...listOf(body).slice(-1)],
    })),
  ),
  fault('every tenth filter is ignored', clause.filter, ['list.filter'], {
    filter: (animals, status, { world }) =>
      status !== undefined && countOf(world, 'filter') % 10 === 0 ? animals : filter(animals, status),
  }),
  fault('every tenth page is as long as can be', clause.limit, ['list.page-size', 'list.default-page-size'], {
    page: (animals, limit, { world }) => animals.slice(0, countOf(world, 'page') % 10 === 0 ? undefined : limit),
  }),
  fault(
    'every list of the limit key is empty after its fiftieth',
    clause.list,
    ['list.page-size'],
    {
      page: (animals, limit, { world, key }) =>
        animals.slice(0, key === 'limit' && countOf(world, 'page') > 50 ? 0 : limit),
    },
    { limitKey: true },
  ),
  fault(
    'every twenty-fifth read is not found',
    clause.found,
    reads,
    everyNth(25, { operation: 'read', status: 200 }, () => ({
      status: 404,
      body: { code: 'not_found', message: 'There is no animal with this id.', status: 404 },
    })),
  ),
  fault('every twentieth read gives another record', clause.found, reads, {
    find: (id, world) => {
      const at = world.animals.findIndex((animal) => animal.id === id);
      return countOf(world, 'find') % 20 === 0 && at > 0 ? world.animals[at - 1] : world.animals[at];
    },
  }),
  fault(
    'every twenty-fifth read has another name',
    clause.found,
    reads,
    everyNth(25, { operation: 'read', status: 200 }, ({ body }) => ({ body: { ...objectOf(body), name: 'Nobody' } })),
  ),
  fault('every fiftieth create is lost', clause.created, ['created.readable', 'created.listed', 'records.kept'], {
    store: (animal, world) => {
      if (world.made % 50 !== 0) store(animal, world);
    },
  }),
  fault('every fiftieth create is kept under another name', clause.created, ['created.readable', 'created.listed'], {
    store: (animal, world) => store(world.made % 50 === 0 ? { ...animal, name: 'Nobody' } : animal, world),
  }),
  fault(
    'every fiftieth create comes back in another category',
    clause.created,
    ['created.echoed'],
    everyNth(50, { operation: 'create', status: 201 }, ({ body }) => ({
      body: { ...objectOf(body), categoryId: 4711n },
    })),
  ),
  fault(
    'every fiftieth create succeeds with 200',
    clause.created,
    ['input.accepted', 'reply.status', 'created.echoed'],
    everyNth(50, { operation: 'create', status: 201 }, () => ({ status: 200 })),
  ),
  fault(
    'every fortieth good request is told that its key is wrong',
    clause.key,
    ['credentials.steady'],
    everyNth(40, { status: 200 }, () => ({
      status: 401,
      body: { code: 'unauthorized', message: 'A valid API key is needed.', status: 401 },
    })),
  ),
  fault(
    'every fiftieth request is a 503',
    clause.replies,
    ['reply.no-5xx'],
    everyNth(50, {}, () => ({ status: 503, body: { code: 'busy', message: 'Later.', status: 503 } })),
  ),
  fault(
    'every fiftieth reply has no Remaining header',
    clause.rateHeaders,
    ['reply.headers'],
    saying((_allowance, _reply, { world }) => (world.seen % 50 === 0 ? { 'X-RateLimit-Remaining': undefined } : {})),
  ),
  fault(
    'every fiftieth reply is called plain text',
    clause.json,
    ['reply.media-type'],
    saying((_allowance, _reply, { world }) => (world.seen % 50 === 0 ? { 'Content-Type': 'text/plain' } : {})),
  ),
  fault('every twentieth wrong key is let in', clause.key, ['credentials.required', 'credentials.checked'], {
    parseKey: (authorization, { world }) =>
      authorization === `Bearer ${world.keys.main}` || countOf(world, 'wrong') % 20 === 0 ? 'main' : undefined,
  }),
];
