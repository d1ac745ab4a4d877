import { putRecord } from '../testing/records';
import type { IdPolicy, RecordStore, StoredRecord } from './records';
import type { Awaitable } from './store';

/** How every store of records changes one, in single cases: in one step, whatever is asked at the same time. */
export function describeRecordStoreChanges(name: string, make: () => Awaitable<RecordStore>): void {
  describe(`${name}, changing a record`, () => {
    it('leaves it as it was where the change throws', async () => {
      const store = await make();
      await putRecord(store, 'things', 1, { id: 1, colour: 'red' });
      const fail = () => {
        throw new TypeError('not a thing');
      };
      await expect((async () => store.update('things', 1, fail))()).rejects.toThrow(TypeError);
      expect(await store.get('things', 1)).toEqual({ id: 1, colour: 'red' });
      expect(await store.list('things', RED, 9)).toEqual([{ id: 1, colour: 'red' }]);
    });

    it('changes and deletes only one that meets the conditions, and calls for no change of another', async () => {
      const store = await make();
      await putRecord(store, 'things', 1, { id: 1, colour: 'blue' });
      const change = jest.fn((before: StoredRecord) => before);
      expect(await store.update('things', 1, change, RED)).toBeUndefined();
      expect(await store.update('things', 2, change)).toBeUndefined();
      expect(await store.update('others', 1, change)).toBeUndefined();
      expect(await store.delete('things', 1, RED)).toBeUndefined();
      expect(change).not.toHaveBeenCalled();
      expect(await store.list('things', [], 9)).toEqual([{ id: 1, colour: 'blue' }]);
      expect(await store.collections()).toEqual([{ name: 'things', count: 1 }]);
    });

    it('stores a record that is made for its id only where there never was one', async () => {
      const store = await make();
      const made = jest.fn(() => ({ id: 1, colour: 'blue' }));
      expect(await store.getOrAdd('things', 1, () => undefined)).toBeUndefined();
      expect(await store.collections()).toEqual([]);
      expect(await store.getOrAdd('things', 1, made, RED)).toBeUndefined();
      expect(await store.getOrAdd('things', 1, made)).toEqual({ id: 1, colour: 'blue' });
      expect(await store.get('things', 1, RED)).toBeUndefined();
      await store.delete('things', 1);
      expect(await store.getOrAdd('things', 1, made)).toBeUndefined();
      expect(made).toHaveBeenCalledTimes(1);
    });

    it('loses none of many changes at once', async () => {
      const store = await make();
      await putRecord(store, 'things', 1, { id: 1, changes: 0 });
      const changed = await Promise.all(times(20, async () => store.update('things', 1, counted)));
      expect(changed.map((record) => record?.changes).sort(byNumber)).toEqual(times(20, (nth) => nth + 1));
      expect(await store.get('things', 1)).toEqual({ id: 1, changes: 20 });
    });

    it('brings back no record that is deleted at the same time', async () => {
      const store = await make();
      await putRecord(store, 'things', 1, { id: 1, changes: 0 });
      const [, deleted, , again] = await Promise.all([
        store.update('things', 1, counted),
        store.delete('things', 1),
        store.update('things', 1, counted),
        store.delete('things', 1),
      ]);
      expect([deleted, again].filter((record) => record !== undefined)).toHaveLength(1);
      expect(await store.get('things', 1)).toBeUndefined();
      expect(await store.list('things', [], 9)).toEqual([]);
    });

    it('stores one of many that are added under the same id at once', async () => {
      const store = await make();
      const added = await Promise.all(times(20, async (nth) => store.add('things', 7, { id: 7, nth })));
      const winner = added.indexOf(true);
      expect(added.filter((isStored) => isStored)).toHaveLength(1);
      expect(await store.list('things', [], 9)).toEqual([{ id: 7, nth: winner }]);
    });

    it('gives each of many that are inserted at once an id of its own', async () => {
      const store = await make();
      const inserted = await Promise.all(times(20, async () => store.insert('things', COUNTING, (id) => ({ id }))));
      expect(inserted.map(({ id }) => id).sort(byNumber)).toEqual(times(20, (nth) => nth + 1));
    });
  });
}

const RED = [{ property: 'colour', anyOf: ['red'] }];
const COUNTING: IdPolicy = { kind: 'sequence', minimum: 1n, maximum: 100n };

const counted = (record: StoredRecord): StoredRecord => ({ ...record, changes: Number(record.changes) + 1 });
const byNumber = (one: unknown, other: unknown): number => Number(one) - Number(other);
const times = <T>(count: number, make: (nth: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, nth) => make(nth));
