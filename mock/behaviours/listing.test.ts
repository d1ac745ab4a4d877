import fc from 'fast-check';
import { compareIds } from '../world/rules/order';
import type { Id } from '../world/stores/records';
import { newestFirst, withoutMeaning } from './listing';

const ids = fc.uniqueArray(fc.oneof(fc.integer(), fc.bigInt(), fc.uuid()), {
  minLength: 3,
  selector: (id: Id) => String(id),
});
const seeds = fc.nat();

test('every order puts the same records the same way round, whichever come with them', () =>
  fc.assert(
    fc.property(ids, seeds, fc.boolean(), (some, seed, isByCreation) => {
      const created = some.slice(1).map((id) => ({ id }));
      const compare = isByCreation ? newestFirst(created) : withoutMeaning(seed);
      const sorted = [...some].sort(compare);
      expect(sorted.filter((id) => id !== some[0])).toEqual(some.slice(1).sort(compare));
      expect([...some].reverse().sort(compare)).toEqual(sorted);
    }),
  ));

test('the newest come first, and those from before all creations in the order of their ids turned round', () => {
  const created = [7, 3, 5].map((id) => ({ id }));
  expect([1, 2, 3, 5, 7].sort(newestFirst(created))).toEqual([5, 3, 7, 2, 1]);
});

test('an order without meaning is neither that of the ids nor the other way round', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 3, max: 40 }), seeds, (first, count, seed) => {
      const rising = Array.from({ length: count }, (_, nth) => first + nth);
      const sorted = [...rising].sort(withoutMeaning(seed));
      expect(sorted).not.toEqual(rising);
      expect(sorted).not.toEqual([...rising].reverse());
      expect([...sorted].sort(compareIds)).toEqual(rising);
    }),
  ));
