import { countOf, listingLate, remembered } from '../server/altering';
import { catalogue } from '../server/animals';
import { breaking, type CaughtBy, type Fault } from '../server/cases';
import type { Asked, Behaviour, Stored, World } from '../server/model';
import { filter, find, store } from '../server/records';
import { clause } from './clauses';

/** Keeps the reply under a name for so many requests; an empty name is not kept. */
const keptFor = (requests: number, nameOf: (asked: Asked) => string): Behaviour => ({
  rewrite: (reply, asked) => {
    const { notes, seen } = asked.world;
    const name = nameOf(asked);
    if (name === '') return reply;
    const kept = remembered(asked.world, name, () => ({ reply, until: seen + requests }));
    if (seen <= kept.until) return kept.reply;
    notes.set(name, { reply, until: seen + requests });
    return reply;
  },
});

/** The records whose create lies so many requests back. */
const old = ({ records, seen, counts }: World, requests: number): readonly Stored[] =>
  records.filter(({ id }) => seen - (counts.get(`made ${id}`) ?? Number.NEGATIVE_INFINITY) > requests);

const noted: Behaviour = {
  store: (record, world) => {
    world.counts.set(`made ${record.id}`, world.seen);
    store(record, world);
  },
};

/** Lists, or filtered ones alone, show what was there so many requests before. */
const lagging = (requests: number, which: 'all' | 'filtered'): Behaviour => ({
  ...noted,
  filter: (all, status, asked) =>
    filter(which === 'all' || status !== undefined ? old(asked.world, requests) : all, status, asked),
});

const listed: CaughtBy = ['created.listed', 'list.filter'];
const readable: CaughtBy = ['created.readable', 'records.kept'];

/** Caches that are not told of a create, and copies that come late. */
export const stale: readonly Fault[] = breaking(listed, clause.catalogue, [
  ['a create is in the lists ten seconds later', listingLate(10_000), ['created.listed']],
  ['a create is in the lists two seconds later', listingLate(2000), ['created.listed'], { isWarning: true }],
  ['a create is in the lists three requests later', lagging(3, 'all'), ['created.listed']],
  ['a create is in the filtered lists one request later', lagging(1, 'filtered')],
  ['a create is in the filtered lists ten requests later', lagging(10, 'filtered')],
  [
    'a create can be read one request later',
    { ...noted, find: (id, { world }) => old(world, 1).find((record) => record.id === id) },
    ['created.readable'],
  ],
  [
    'a created record can be read once',
    {
      ...noted,
      find: (id, asked) => {
        const isAgain = asked.world.counts.has(`made ${id}`) && countOf(asked.world, `found ${id}`) > 1;
        return isAgain ? undefined : find(id, asked);
      },
    },
    readable,
  ],
  [
    'a list is kept for twenty requests',
    keptFor(20, ({ operation, query, target }) => (operation === 'list' && !query.has('status') ? target : '')),
    ['created.listed', 'records.kept', 'list.filter'],
  ],
  [
    'a filtered list is kept for ten requests',
    keptFor(10, ({ operation, query, target }) => (operation === 'list' && query.has('status') ? target : '')),
  ],
  [
    'an empty list is kept for ten requests',
    {
      opening: () => [],
      ...keptFor(10, ({ operation, target, world }) =>
        operation === 'list' && (world.records.length === 0 || world.notes.has(target)) ? target : '',
      ),
    },
  ],
  [
    'an id that was not found is not found later either',
    {
      find: (id, asked) => {
        const { counts } = asked.world;
        const found = find(id, asked);
        if (found === undefined) counts.set(`missing ${id}`, 1);
        return counts.has(`missing ${id}`) ? undefined : found;
      },
    },
    readable,
  ],
  [
    'a reply is kept for two requests, whatever the filter',
    keptFor(2, ({ operation, query }) => (operation === 'list' ? `list ${query.get('limit')}` : '')),
    ['list.filter', 'created.listed', 'list.page-size'],
  ],
  [
    'a reply is kept for two requests, whatever the id',
    keptFor(2, ({ operation }) => (operation === 'read' ? 'read' : '')),
    readable,
  ],
  [
    'any page size is taken, and all there is comes',
    { readLimit: ([value = '20']) => (/^\d+$/.test(value) && value !== '0' ? Number(value) : 20) },
    clause.limit,
    ['list.longest-page', 'input.parameters-refused'],
  ],
  [
    'the default page is everything once there is more than a page',
    {
      opening: () => catalogue(5),
      page: (all, limit, { query }) => all.slice(0, query.has('limit') ? limit : 25),
    },
    clause.limit,
    ['list.default-page-size'],
  ],
]);
