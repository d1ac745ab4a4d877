import fc from 'fast-check';
import { BEHAVIOUR_IDS, type BehaviourId } from '../../openapi/behaviours/options';
import type { Resource } from '../../openapi/contract';
import { createMemoryRecords } from '../world/memory/records';
import { compareIds } from '../world/rules/order';
import type { Id, PageBegin, RecordPage } from '../world/stores/records';
import { behavioursOf } from './';
import { newestFirst, recordsUnder, withoutMeaning } from './listing';

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

/** A list of records of these ids, which were created in this order, as it is shown under these choices. */
function listOf(ids: readonly number[], options: Partial<Record<BehaviourId, readonly string[]>>, seed = 0) {
  let now = 0;
  const records = createMemoryRecords(undefined, undefined, () => now);
  const create = (id: number) => void records.add('things', id, { id }, () => 200);
  for (const id of ids) create(id);
  const behaviours = behavioursOf({ options, vary: seed, except: BEHAVIOUR_IDS }, {});
  // Lists read no more of a resource.
  const resource = { idProperty: 'id' } as Resource;
  const wait = (ms: number) => {
    now += ms;
  };
  return { shown: recordsUnder(behaviours, resource, records), records, create, wait };
}

const idsIn = ({ records }: Pick<RecordPage, 'records'>) => records.map(({ id }) => id);

const cases = fc.record({
  ids: fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 30 }),
  order: fc.constantFrom('newest-first', 'any'),
  size: fc.integer({ min: 1, max: 8 }),
  seed: fc.nat(),
});

test('pages by numbers, forwards and backwards are parts of one list, also from a record that has gone', () =>
  fc.assert(
    fc.asyncProperty(cases, async ({ ids, order, size, seed }) => {
      const { shown, records } = listOf(ids, { 'list.order': [order] }, seed);
      const page = (begin: PageBegin) => shown.page('things', [], begin, size);
      const all = (await shown.list('things', [], Number.POSITIVE_INFINITY)).map(({ id }) => id);
      if (order === 'newest-first') expect(all).toEqual([...ids].reverse());
      for (const [place, id] of all.entries()) {
        const skipped = await page({ skip: place });
        expect([idsIn(skipped), skipped.skipped, skipped.total]).toEqual([
          all.slice(place, place + size),
          place,
          all.length,
        ]);
        expect(idsIn(await page({ after: Number(id) }))).toEqual(all.slice(place + 1, place + 1 + size));
        expect(idsIn(await page({ before: Number(id) }))).toEqual(all.slice(Math.max(0, place - size), place));
      }
      const middle = Math.floor(all.length / 2);
      const gone = Number(all[middle]);
      void records.delete('things', gone);
      expect(idsIn(await page({ after: gone }))).toEqual(all.slice(middle + 1, middle + 1 + size));
      expect(idsIn(await page({ before: gone }))).toEqual(all.slice(Math.max(0, middle - size), middle));
    }),
    { numRuns: 30 },
  ));

test('a new record is in no list and no count before its time, and a change or its end shows at once', async () => {
  const { shown, records, create, wait } = listOf([1, 2], { reads: ['late'] });
  const listed = async () => {
    const { records: found, total } = await shown.page('things', [], { skip: 0 }, 9);
    return [total, ...found];
  };
  expect(await listed()).toEqual([0]);
  wait(200);
  expect(await listed()).toEqual([2, { id: 1 }, { id: 2 }]);
  create(3);
  void records.update('things', 1, (before) => ({ ...before, name: 'A' }));
  void records.delete('things', 2);
  expect(await listed()).toEqual([1, { id: 1, name: 'A' }]);
  wait(200);
  expect(await listed()).toEqual([2, { id: 1, name: 'A' }, { id: 3 }]);
});
