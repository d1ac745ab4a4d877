import type { Asked, Behaviour, World } from '../server/behaviour';
import type { CheckId, Fault } from '../server/cases';
import { countOf } from '../server/every';
import { catalogue, filter, find, store } from '../server/records';
import { clause } from './clauses';

type CaughtBy = readonly [CheckId, ...CheckId[]];

const fault = (name: string, caughtBy: CaughtBy, behaviour: Behaviour): Fault => ({
  name,
  breaks: clause.catalogue,
  caughtBy,
  behaviour,
});

/** Keeps the reply under a name for so many requests; an empty name is not kept. */
const keptFor = (requests: number, nameOf: (asked: Asked) => string): Behaviour => ({
  rewrite: (reply, asked) => {
    const { world } = asked;
    const name = nameOf(asked);
    if (name === '') return reply;
    const kept = world.replies.get(name);
    if (kept !== undefined && world.seen <= (world.counts.get(name) ?? 0)) return kept;
    world.replies.set(name, reply);
    world.counts.set(name, world.seen + requests);
    return reply;
  },
});

/** The records whose create lies so many requests back. */
const old = (world: World, requests: number) =>
  world.animals.filter(
    ({ id }) => world.seen - (world.counts.get(`made ${id}`) ?? Number.NEGATIVE_INFINITY) > requests,
  );

const noted: Behaviour = {
  store: (animal, world) => {
    world.counts.set(`made ${animal.id}`, world.seen);
    store(animal, world);
  },
};

const isPlainList = ({ operation, query }: Asked): boolean => operation === 'list' && !query.has('status');

/** Caches that are not told of a create, and copies that come late. */
export const stale: readonly Fault[] = [
  fault('a create is in the lists three requests later', ['created.listed'], {
    ...noted,
    filter: (_animals, status, { world }) => filter(old(world, 3), status),
  }),
  fault('a create is in the filtered lists one request later', ['created.listed', 'list.filter'], {
    ...noted,
    filter: (animals, status, { world }) => (status === undefined ? animals : filter(old(world, 1), status)),
  }),
  fault('a create is in the filtered lists ten requests later', ['created.listed', 'list.filter'], {
    ...noted,
    filter: (animals, status, { world }) => (status === undefined ? animals : filter(old(world, 10), status)),
  }),
  fault('a create can be read one request later', ['created.readable'], {
    ...noted,
    find: (id, world) => old(world, 1).find((animal) => animal.id === id),
  }),
  fault('a created record can be read once', ['created.readable', 'records.kept'], {
    ...noted,
    find: (id, world) => {
      const found = find(id, world);
      return world.counts.has(`made ${id}`) && countOf(world, `found ${id}`) > 1 ? undefined : found;
    },
  }),
  fault(
    'a list is kept for twenty requests',
    ['created.listed', 'records.kept', 'list.filter'],
    keptFor(20, (asked) => (isPlainList(asked) ? asked.target : '')),
  ),
  fault(
    'a filtered list is kept for ten requests',
    ['created.listed', 'list.filter'],
    keptFor(10, ({ operation, query, target }) => (operation === 'list' && query.has('status') ? target : '')),
  ),
  fault('an empty list is kept for ten requests', ['created.listed', 'list.filter'], {
    catalogue: () => [],
    ...keptFor(10, ({ operation, target, world }) =>
      operation === 'list' && (world.animals.length === 0 || world.replies.has(target)) ? target : '',
    ),
  }),
  fault('an id that was not found is not found later either', ['created.readable', 'records.kept'], {
    find: (id, world) => {
      const found = find(id, world);
      if (found === undefined) world.counts.set(`missing ${id}`, 1);
      return world.counts.has(`missing ${id}`) ? undefined : found;
    },
  }),
  fault(
    'a reply is kept for two requests, whatever the filter',
    ['list.filter', 'created.listed', 'list.page-size'],
    keptFor(2, ({ operation, query }) => (operation === 'list' ? `list ${query.get('limit')}` : '')),
  ),
  fault(
    'a reply is kept for two requests, whatever the id',
    ['created.readable', 'records.kept'],
    keptFor(2, ({ operation }) => (operation === 'read' ? 'read' : '')),
  ),
  {
    name: 'any page size is taken, and all there is comes',
    breaks: clause.limit,
    caughtBy: ['list.longest-page', 'input.parameters-refused'],
    behaviour: { readLimit: ([value = '20']) => (/^\d+$/.test(value) && value !== '0' ? Number(value) : 20) },
  },
  {
    name: 'the default page is everything once there is more than a page',
    breaks: clause.limit,
    caughtBy: ['list.default-page-size'],
    behaviour: {
      catalogue: () => catalogue(5),
      page: (animals, limit, { query }) => animals.slice(0, query.has('limit') ? limit : 25),
    },
  },
];
