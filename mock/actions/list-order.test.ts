import fc from 'fast-check';
import { compareIds } from '../world/rules/id-order';
import type { Id } from '../world/stores/records';
import { ORDERS } from './list-order';

const ids = fc.uniqueArray(fc.oneof(fc.integer(), fc.bigInt(), fc.uuid()), {
  minLength: 3,
  selector: (id: Id) => String(id),
});
const seeds = fc.nat();

test('every order puts the same records the same way round, whichever come with them', () =>
  fc.assert(
    fc.property(ids, seeds, fc.constantFrom('by-id', 'newest-first', 'any'), (some, seed, order) => {
      const births = some.slice(1).map((id) => ({ id, isHidden: false }));
      const compare = ORDERS[order](births, seed);
      const sorted = [...some].sort(compare);
      expect(sorted.filter((id) => id !== some[0])).toEqual(some.slice(1).sort(compare));
      expect([...some].reverse().sort(compare)).toEqual(sorted);
    }),
  ));

test('the newest come first, and those from before all births in the order of their ids turned round', () => {
  const births = [7, 3, 5].map((id) => ({ id, isHidden: false }));
  expect([1, 2, 3, 5, 7].sort(ORDERS['newest-first'](births, 0))).toEqual([5, 3, 7, 2, 1]);
});

test('an order without meaning is neither that of the ids nor the other way round', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 3, max: 40 }), seeds, (first, count, seed) => {
      const rising = Array.from({ length: count }, (_, nth) => first + nth);
      const sorted = [...rising].sort(ORDERS.any([], seed));
      expect(sorted).not.toEqual(rising);
      expect(sorted).not.toEqual([...rising].reverse());
      expect([...sorted].sort(compareIds)).toEqual(rising);
    }),
  ));
