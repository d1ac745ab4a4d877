import { countOf, everyNth, failure, remembered, saying, showing } from '../server/altering';
import { breaking, type CaughtBy, type Fault } from '../server/cases';
import type { JsonObject } from '../server/json';
import type { Asked, Behaviour, Reply, Stages } from '../server/model';
import { assignId, filter, find, having, listOf, objectOf, store, whole } from '../server/records';
import { CREATED, LIST, READ, storing } from './alterations';
import { clause } from './clauses';

/** Caches the first reply under a name; an empty name is not cached. */
const cached = (nameOf: (asked: Asked) => string): Behaviour => ({
  rewrite: (reply, asked) => {
    const name = nameOf(asked);
    return reply.status >= 400 || name === '' ? reply : remembered(asked.world, name, () => reply);
  },
});

const listCached = (nameOf: (query: URLSearchParams) => string): Behaviour =>
  cached(({ operation, query }) => (operation === 'list' ? nameOf(query) : ''));

/** Faults that take several requests to show. */
const several: readonly Fault[] = breaking(['sequence.model'], clause.catalogue, [
  [
    'lists are remembered for ever',
    listCached((query) => `list ${query}`),
    ['sequence.model', 'created.listed', 'records.kept', 'list.filter'],
  ],
  [
    'filtered lists are remembered for ever',
    listCached((query) => query.get('status') ?? ''),
    ['sequence.model', 'created.listed', 'list.filter', 'list.page-size', 'list.default-page-size'],
  ],
  [
    'lists are remembered without their filter',
    listCached((query) => `list ${query.get('limit')}`),
    ['sequence.model', 'list.filter', 'created.listed'],
  ],
  [
    'lists are remembered without their page size',
    listCached((query) => `list ${query.get('status')}`),
    ['sequence.model', 'list.page-size', 'list.default-page-size', 'created.listed'],
  ],
  [
    'every read gives what was read first',
    cached(({ operation }) => (operation === 'read' ? 'read' : '')),
    ['sequence.model', 'created.readable', 'records.kept'],
  ],
  [
    'reads are remembered by the last digit of the id',
    cached(({ operation, id }) => (operation === 'read' ? `read ${id.at(-1)}` : '')),
    ['sequence.model', 'created.readable', 'records.kept'],
  ],
  [
    'a create with the same body gives the record of before',
    cached(({ operation, body }) => (operation === 'create' ? `create ${body}` : '')),
    ['sequence.model', 'created.new-id'],
  ],
  [
    'a create with the same name gives the id of before',
    {
      assignId: (world, unnamed) =>
        world.records.find(({ members }) => members.name === unnamed.members.name)?.id ?? assignId(world, unnamed),
    },
    ['sequence.model', 'created.new-id', 'created.readable', 'list.no-duplicates'],
  ],
  [
    'a filter sticks to the next list',
    {
      filter: (all, status, asked) => {
        const { notes } = asked.world;
        if (status !== undefined) notes.set('filter', status);
        return filter(all, status ?? remembered(asked.world, 'filter', () => undefined), asked);
      },
    },
    ['sequence.model', 'list.default-page-size', 'list.page-size', 'created.listed', 'records.kept', 'list.filter'],
  ],
  [
    'a page size sticks to the next list',
    {
      page: (all, limit, { query, world }) => {
        if (query.has('limit')) world.notes.set('limit', limit);
        return all.slice(
          0,
          remembered(world, 'limit', () => limit),
        );
      },
    },
    ['sequence.model', 'list.default-page-size', 'list.page-size'],
  ],
  [
    'a create after a refused one is lost',
    {
      rewrite: (reply, { operation, world }) => {
        if (operation === 'create' && reply.status === 400) world.notes.set('refused', true);
        return reply;
      },
      store: (record, world) => (world.notes.delete('refused') ? undefined : store(record, world)),
    },
    ['sequence.model', 'created.readable', 'created.listed', 'created.new-id', 'refused.no-trace'],
  ],
  [
    'a create is seen only after the next one',
    {
      find: (id, asked) => {
        const { records, made } = asked.world;
        return made > 0 && id === records.at(-1)?.id ? undefined : find(id, asked);
      },
      order: (all) => (all.length > 31 ? all.slice(0, -1) : all),
    },
    ['sequence.model', 'created.readable', 'created.listed'],
  ],
  [
    'every fifth create is kept twice',
    storing((record, { made }) => (made % 5 === 0 ? [record, record] : [record])),
    ['sequence.model', 'list.no-duplicates', 'created.listed'],
  ],
  [
    'every fifth create is kept twice, under two ids',
    storing((record, { made }) => (made % 5 === 0 ? [record, { ...record, id: whole(record.id) + 1n }] : [record])),
    ['sequence.model', 'missing.not-found', 'created.listed', 'records.kept'],
  ],
  [
    'every seventh create is lost',
    storing((record, { made }) => (made % 7 === 0 ? [] : [record])),
    ['sequence.model', 'created.readable', 'created.listed', 'created.new-id'],
  ],
  [
    'every tenth create takes the place of the one before',
    {
      store: (record, world) => {
        if (world.made % 10 === 0) world.records = world.records.slice(0, -1);
        store(record, world);
      },
    },
    ['sequence.model', 'records.kept', 'created.readable'],
  ],
  [
    'a read after a create gives the created record',
    {
      find: (id, asked) => {
        const { made, records } = asked.world;
        return made > 0 ? find(id, asked) && records.at(-1) : find(id, asked);
      },
    },
    ['sequence.model', 'created.readable', 'records.kept'],
  ],
  [
    'every eleventh request is a 500',
    { rewrite: (reply, { world }) => (world.seen % 11 === 0 ? { ...reply, ...failure(500) } : reply) },
    ['sequence.model', 'reply.no-5xx'],
  ],
  [
    'every thirteenth record of a list has no name',
    showing(({ id }): { name?: undefined } => (whole(id) % 13n === 0n ? { name: undefined } : {}), 'list'),
    ['sequence.model', 'reply.schema'],
  ],
]);

const lists: CaughtBy = ['records.kept', 'list.page-size', 'list.default-page-size', 'list.filter', 'created.listed'];
const reads: CaughtBy = ['records.kept', 'created.readable', 'sequence.model'];

/** Members of a body are changed. */
const withMembers = (members: JsonObject) => (reply: Reply) => ({ body: { ...objectOf(reply.body), ...members } });

const paging = (page: Stages['page']): Behaviour => ({ page });
const everyFiftieth = (headers: Reply['headers'] & object): Behaviour =>
  saying((_allowance, _reply, { world }) => (world.seen % 50 === 0 ? headers : {}));

/** What goes wrong now and then: the nth request, and none of those around it. */
const everyNths: readonly Fault[] = [
  ...breaking(lists, clause.list, [
    ['every fiftieth list is empty', everyNth(50, LIST, { body: [] })],
    ['every fortieth list lacks its first record', everyNth(40, LIST, ({ body }) => ({ body: listOf(body).slice(1) }))],
    [
      'every thirtieth list has its last record twice',
      everyNth(30, LIST, ({ body }) => ({ body: [...listOf(body), ...listOf(body).slice(-1)] })),
      ['list.no-duplicates', 'list.page-size', 'list.default-page-size'],
    ],
    [
      'every tenth filter is ignored',
      {
        filter: (all, status, asked) =>
          status !== undefined && countOf(asked.world, 'filter') % 10 === 0 ? all : filter(all, status, asked),
      },
      clause.filter,
      ['list.filter'],
    ],
    [
      'every tenth page is as long as can be',
      paging((all, limit, { world }) => all.slice(0, countOf(world, 'page') % 10 === 0 ? undefined : limit)),
      clause.limit,
      ['list.page-size', 'list.default-page-size'],
    ],
    [
      'every list of the limit key is empty after its fiftieth',
      paging((all, limit, { world, key }) => all.slice(0, key === 'limit' && countOf(world, 'page') > 50 ? 0 : limit)),
      ['list.page-size'],
      { needs: { limitKey: true } },
    ],
  ]),
  ...breaking(reads, clause.found, [
    ['every twenty-fifth read is not found', everyNth(25, READ, failure(404))],
    [
      'every twentieth read gives another record',
      {
        find: (id, { world: { records }, world }) => {
          const at = records.findIndex((one) => one.id === id);
          return countOf(world, 'find') % 20 === 0 && at > 0 ? records[at - 1] : records[at];
        },
      },
    ],
    ['every twenty-fifth read has another name', everyNth(25, READ, withMembers({ name: 'Nobody' }))],
  ]),
  ...breaking(['created.readable', 'created.listed'], clause.created, [
    [
      'every fiftieth create is lost',
      storing((record, { made }) => (made % 50 === 0 ? [] : [record])),
      ['created.readable', 'created.listed', 'records.kept'],
    ],
    [
      'every fiftieth create is kept under another name',
      storing((record, { made }) => [made % 50 === 0 ? having(record, { name: 'Nobody' }) : record]),
    ],
    [
      'every fiftieth create comes back in another category',
      everyNth(50, CREATED, withMembers({ categoryId: 4711n })),
      ['created.echoed'],
    ],
    [
      'every fiftieth create succeeds with 200',
      everyNth(50, CREATED, { status: 200 }),
      ['input.accepted', 'reply.status', 'created.echoed'],
    ],
  ]),
  ...breaking(['reply.no-5xx'], clause.replies, [
    [
      'every fortieth good request is told that its key is wrong',
      everyNth(40, { status: 200 }, failure(401)),
      clause.key,
      ['credentials.steady'],
    ],
    [
      'every fiftieth reply has no Remaining header',
      everyFiftieth({ 'X-RateLimit-Remaining': undefined }),
      clause.rateHeaders,
      ['reply.headers'],
    ],
    [
      'every fiftieth reply is called plain text',
      everyFiftieth({ 'Content-Type': 'text/plain' }),
      clause.json,
      ['reply.media-type'],
    ],
    [
      'every twentieth wrong key is let in',
      {
        parseKey: (authorization, { world }) =>
          authorization === `Bearer ${world.keys.main}` || countOf(world, 'wrong') % 20 === 0 ? 'main' : undefined,
      },
      clause.key,
      ['credentials.required', 'credentials.checked'],
    ],
  ]),
];

/** Faults that show after several requests, or in one of many. */
export const sequences: readonly Fault[] = [...several, ...everyNths];
