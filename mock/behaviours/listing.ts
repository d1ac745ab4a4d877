import { memoizedByText, once, type Resource } from '../../openapi/contract';
import { idOf } from '../resources/record';
import { compareIds, pageBounds, sortedInPieces } from '../world/rules/order';
import { waitingRecords } from '../world/rules/waiting-records';
import type { Condition, Created, Id, Records, StoredRecord } from '../world/stores/records';
import { numberBelow } from './documented';
import { type Behaviours, behaviour, type CompareIds } from './model';

export const listOrder = behaviour('list.order', {
  'newest-first': { order: async (_, { created }) => newestFirst(await created()) },
  any: { order: (_, { seed }) => withoutMeaning(seed) },
});

/** What a world began with, whose creation is not known, counts as made in the order of its ids. */
export function newestFirst(created: readonly Pick<Created, 'id'>[]): CompareIds {
  const turns = new Map(created.map(({ id }, turn) => [id, turn]));
  const turnOf = (id: Id): number => turns.get(id) ?? -1;
  return (one, other) => turnOf(other) - turnOf(one) || compareIds(other, one);
}

export function withoutMeaning(seed: number): CompareIds {
  const placeOf = memoizedByText((id) => groupOf(id) * GROUP + numberBelow(GROUP, seed, id));
  return (one, other) => placeOf(String(one)) - placeOf(String(other)) || compareIds(one, other);
}

/** More places than any list has records. */
const GROUP = 2 ** 40;

/**
 * By the remainder of a number by 4, up and down in turns: of three that follow each other the one between is never between
 * the others, so that no list of such ids comes out as it was, or turned round.
 */
const groupOf = (id: string): number => (/\d$/.test(id) ? (GROUPS[Number(id.slice(-2)) % 4] ?? 0) : 0);

const GROUPS = [0, 2, 1, 3];

/** A new record is in no list for a while; the reply to the create comes before that is over, also one that is held back. */
export const reads = behaviour('reads', {
  late: {
    hidden: (_, { collection, id, seed, latency }) =>
      SHORTEST + numberBelow(SPREAD, seed, `${collection} ${id}`) + (latency > 0 ? SLOW_REPLY : 0),
  },
});

/** In milliseconds. */
const SHORTEST = 150;
const SPREAD = 100;
const SLOW_REPLY = 400;

/**
 * The records of a resource, numbered and listed as the behaviours have it. Such a list reads all records that meet its
 * conditions. Records that show no id stay in the order of their ids.
 */
export function recordsUnder(behaviours: Behaviours, resource: Resource, records: Records): Records {
  const { changes, seed, turn, latency } = behaviours;
  const isListed = changes.has('order') || changes.has('hidden');
  if (!isListed && !changes.has('ids')) return records;
  const lists =
    isListed && resource.idProperty !== undefined ? listedBy(behaviours, resource.idProperty, records) : undefined;
  const hiddenIn = (collection: string) => (id: Id) =>
    behaviours.hidden(0, { collection, id, seed, latency: latency(0, { turn, seed }) });
  return {
    ...waitingRecords(records, () => undefined),
    ...lists,
    gated: (condition) => recordsUnder(behaviours, resource, records.gated(condition)),
    insert: (collection, ids, build) =>
      records.insert(
        collection,
        behaviours.ids(ids, { resource, seed }),
        build,
        isListed ? hiddenIn(collection) : undefined,
      ),
    add: (collection, id, record) => records.add(collection, id, record, isListed ? hiddenIn(collection) : undefined),
  };
}

function listedBy(
  { changes, order, seed }: Behaviours,
  idProperty: string,
  records: Records,
): Pick<Records, 'list' | 'page'> {
  const idIn = (record: StoredRecord): Id => idOf(record, idProperty) ?? '';

  const inOrder = async (collection: string, conditions: readonly Condition[]) => {
    const found = await records.list(collection, conditions, Number.POSITIVE_INFINITY);
    // Read after the records, so that each of these is in it.
    const created = once(async () => records.created(collection));
    const compare = await order(compareIds, { seed, created });
    const hidden = changes.has('hidden') ? idsHidden(await created()) : NONE;
    const shown = hidden.size === 0 ? found : found.filter((record) => !hidden.has(idIn(record)));
    const all = await sortedInPieces(shown, (one, other) => compare(idIn(one), idIn(other)));
    return { all, compare };
  };

  return {
    list: async (collection, conditions, limit) => (await inOrder(collection, conditions)).all.slice(0, limit),
    async page(collection, conditions, begin, most) {
      const { all, compare } = await inOrder(collection, conditions);
      const { from, to } = pageBounds(all.length, begin, most, (id, isAfter) => {
        const place = all.findIndex((record) => compare(idIn(record), id) >= (isAfter ? 1 : 0));
        return place < 0 ? all.length : place;
      });
      const page = all.slice(from, to);
      const [first, last] = [page[0], page.at(-1)];
      return {
        records: page,
        firstId: first && idIn(first),
        lastId: last && idIn(last),
        skipped: from,
        total: all.length,
      };
    },
  };
}

const NONE: ReadonlySet<Id> = new Set();

/** Of an id that was created more than once the last counts. */
function idsHidden(created: readonly Created[]): ReadonlySet<Id> {
  const hidden = new Set<Id>();
  for (const { id, isHidden } of created) {
    if (isHidden) hidden.add(id);
    else hidden.delete(id);
  }
  return hidden;
}
