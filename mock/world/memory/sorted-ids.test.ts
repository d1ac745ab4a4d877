import fc from 'fast-check';
import { compareIds } from '../rules/order';
import type { Id } from '../stores/records';
import { addId, firstOf, removeId } from './record-index';

const ids = fc.uniqueArray(
  fc.oneof<fc.Arbitrary<Id>[]>(
    fc.maxSafeInteger(),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
    fc.bigInt({ min: -(2n ** 63n), max: -(2n ** 53n) }),
    fc.string({ unit: 'binary' }),
  ),
);

describe('compareIds', () => {
  it('puts numbers in order of value, however they are held, and texts after them', () => {
    const shuffled: Id[] = ['b', 10, 2n ** 63n - 1n, '', 9, -(2n ** 63n), 'B', 2 ** 53 - 1, 2n ** 53n, -1, 'a', '10'];
    expect(shuffled.sort(compareIds)).toEqual([
      ...[-(2n ** 63n), -1, 9, 10, 2 ** 53 - 1, 2n ** 53n, 2n ** 63n - 1n],
      ...['', '10', 'B', 'a', 'b'],
    ]);
  });

  it('is a total order', () =>
    fc.assert(
      fc.property(ids, (some) => {
        for (const a of some) {
          expect(compareIds(a, a)).toBe(0);
          for (const b of some) if (a !== b) expect(compareIds(a, b)).toBe(-compareIds(b, a));
        }
        const sorted = some.toSorted(compareIds);
        for (const [index, id] of sorted.entries()) {
          for (const later of sorted.slice(index + 1)) expect(compareIds(id, later)).toBe(-1);
        }
      }),
    ));
});

describe('a sorted list of ids', () => {
  it('stays sorted in whatever order ids are added and removed', () =>
    fc.assert(
      fc.property(ids, ids, (added, others) => {
        const list: Id[] = [];
        for (const id of added) addId(list, id);
        expect(list).toEqual(added.toSorted(compareIds));
        const gone = added.filter((_, index) => index % 2 === 0);
        for (const id of gone) removeId(list, id);
        const left = added.filter((id) => !gone.includes(id));
        // Ids that are not in it change nothing.
        for (const id of others) if (!added.includes(id)) removeId(list, id);
        expect(list).toEqual(left.toSorted(compareIds));
      }),
    ));

  it('gives with others the first ids of them all', () =>
    fc.assert(
      fc.property(ids, fc.integer({ min: 1, max: 4 }), fc.nat({ max: 12 }), (all, parts, limit) => {
        const sorted = all.toSorted(compareIds);
        const lists = Array.from({ length: parts }, (_, part) => sorted.filter((_, index) => index % parts === part));
        expect(firstOf(lists, limit)).toEqual(sorted.slice(0, limit));
        expect(firstOf(lists, Infinity)).toEqual(sorted);
      }),
    ));

  it('gives nothing where there is no list', () => {
    expect(firstOf([], 5)).toEqual([]);
  });
});
