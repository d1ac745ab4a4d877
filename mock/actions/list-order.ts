import { memoizedByText } from '../../openapi/contract';
import type { OptionOf } from '../../openapi/silences/choices';
import { compareIds } from '../world/rules/id-order';
import type { Birth } from '../world/stores/births';
import type { Id } from '../world/stores/records';
import { numberBelow } from './scattered';

type Compare = (one: Id, other: Id) => number;

/** The order in which a list shows records of these ids, also of those that are not there any more. */
export const ORDERS: Readonly<Record<OptionOf<'list.order'>, (births: readonly Birth[], seed: number) => Compare>> = {
  'by-id': () => compareIds,
  // What a world began with, which has no birth, counts as made in the order of its ids.
  'newest-first': (births) => {
    const turns = new Map(births.map(({ id }, turn) => [id, turn]));
    const turnOf = (id: Id): number => turns.get(id) ?? -1;
    return (one, other) => turnOf(other) - turnOf(one) || compareIds(other, one);
  },
  any: (_, seed) => {
    const placeOf = memoizedByText((id) => groupOf(id) * GROUP + numberBelow(GROUP, seed, id));
    return (one, other) => placeOf(String(one)) - placeOf(String(other)) || compareIds(one, other);
  },
};

/** More places than any list has records. */
const GROUP = 2 ** 40;

/**
 * By the remainder of a number by 4, up and down in turns: of three that follow each other the one between is never between
 * the others, so that no list of such ids comes out as it was, or turned round.
 */
const groupOf = (id: string): number => (/\d$/.test(id) ? (GROUPS[Number(id.slice(-2)) % 4] ?? 0) : 0);

const GROUPS = [0, 2, 1, 3];
