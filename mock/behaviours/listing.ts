import { memoizedByText } from '../../openapi/contract';
import { compareIds } from '../world/rules/id-order';
import type { Birth } from '../world/stores/births';
import type { Id } from '../world/stores/records';
import { numberBelow } from './drawn';
import { behaviour, type CompareIds } from './model';

export const listOrder = behaviour('list.order', {
  'newest-first': { order: async (_, { created }) => newestFirst(await created()) },
  any: { order: (_, { seed }) => withoutMeaning(seed) },
});

/** What a world began with, whose creation is not known, counts as made in the order of its ids. */
export function newestFirst(created: readonly Pick<Birth, 'id'>[]): CompareIds {
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
