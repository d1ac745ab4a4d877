import fc from 'fast-check';
import { putRecord } from '../testing/records';
import type { Collections, Id, IdPolicy, RecordStore, StoredRecord } from './records';
import type { Awaitable } from './store';

/** More than are sorted at once, and in no order. */
const MANY = 10_007;
const shuffled = Array.from({ length: MANY }, (_, place) => ((place * 7919) % MANY) + 1);

/** What every store of records does with many that are asked for at once, and with many records. */
export function describeRecordStoreChanges(name: string, make: () => Awaitable<RecordStore>): void {
  describe(`${name}, asked for much at once`, () => {
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

    it('deletes no record whose check fails, as it is then', async () => {
      const store = await make();
      await putRecord(store, 'things', 1, { id: 1, changes: 0 });
      const unlessChanged = ({ changes }: StoredRecord): void => {
        if (changes !== 0) throw new Error('changed');
      };
      const [changed, deleted] = await Promise.allSettled([
        store.update('things', 1, counted),
        (async () => store.delete('things', 1, [], unlessChanged))(),
      ]);
      const isDeleted = deleted?.status === 'fulfilled';
      expect(changed).toMatchObject({ value: isDeleted ? undefined : { changes: 1 } });
      expect(await store.get('things', 1)).toEqual(isDeleted ? undefined : { id: 1, changes: 1 });
      await putRecord(store, 'things', 2, { id: 2, changes: 1 });
      await expect((async () => store.delete('things', 2, [], unlessChanged))()).rejects.toThrow('changed');
      expect(await store.get('things', 2)).toEqual({ id: 2, changes: 1 });
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

  describe(`${name}, whose records have a creation order`, () => {
    it('keeps it of those that come with one, also once they have gone, and tells which ones lists hide', async () => {
      const store = await make();
      const ids = [3, 'a\0b:c', 2n ** 63n - 1n, -5];
      for (const id of ids) expect(await store.add('things', id, { id }, () => 0)).toBe(true);
      await store.add('thing', 9, { id: 9 }, () => 3_600_000);
      await store.put('things', 2n ** 62n, { id: 2n ** 62n });
      await store.delete('things', 3);
      // It is there already.
      await store.add('things', -5, { id: -5 }, () => 3_600_000);
      const { id } = await store.gated(Promise.resolve()).insert(
        'things',
        COUNTING,
        (id) => ({ id }),
        (id) => 3_600_000 * Number(id),
      );
      expect(await store.created('things')).toMatchObject([
        ...ids.map((id) => ({ id, isHidden: false })),
        { id, isHidden: true },
      ]);
      expect(await store.created('thing')).toMatchObject([{ id: 9, isHidden: true }]);
      expect(await store.created('others')).toEqual([]);
      await store.add('things', 3, { id: 3 }, () => 0);
      expect((await store.created('things')).slice(-2).map(({ id }) => id)).toEqual([id, 3]);
      await store.restore(new Map([['things', new Map([[3, { id: 3 }]])]]));
      expect(await store.created('things')).toEqual([]);
    });

    it('keeps all places in it where records are replaced, and gives the next ones after these', () => {
      const creation = fc.record({ id: fc.integer({ min: 1, max: 6 }), isHidden: fc.boolean() });
      return fc.assert(
        fc.asyncProperty(
          fc.array(creation, { maxLength: 12 }),
          fc.uniqueArray(fc.integer({ min: 1, max: 8 })),
          async (creations, kept) => {
            const [store, renewed] = [await make(), await make()];
            for (const { id, isHidden } of creations) {
              await store.delete('things', id);
              await store.add('things', id, { id }, () => (isHidden ? 3_600_000 : 0));
            }
            const order = await store.created('things');
            for (const restored of [renewed, store]) {
              await restored.restore(things(...kept), undefined, store);
              expect(await restored.created('things')).toEqual(order);
              await restored.add('things', 9, { id: 9 }, () => 0);
              expect(await restored.created('things')).toMatchObject([...order, { id: 9 }]);
            }
          },
        ),
        { numRuns: 20 },
      );
    });
  });

  describe(`${name}, of many records`, () => {
    it('has each with its count in the order of their making, those that are empty again too', async () => {
      const store = await make();
      await putRecord(store, 'things', 1, { id: 1 });
      await store.insert('others', COUNTING, (id) => ({ id }));
      await store.insert('things', COUNTING, (id) => ({ id }));
      await store.delete('others', 1);
      expect(await store.collections()).toEqual([
        { name: 'things', count: 2 },
        { name: 'others', count: 0 },
      ]);
      await store.restore(new Map());
      expect(await store.collections()).toEqual([]);
    });

    it('gives no id again that a memory has which it is handed, and stands where the other stood', async () => {
      const [first, second] = [await make(), await make()];
      await first.restore(withEmpty('texts', things(1, 2, 7)));
      await first.delete('things', 7);
      const texts: IdPolicy = { kind: 'made', make: (nth) => `t${nth}` };
      for (let made = 0; made < 3; made += 1) await first.insert('texts', texts, (id) => ({ id }));
      await first.delete('texts', 't2');
      const memories = await first.idMemories();
      expect(memories.get('things')).toEqual({ highest: 7, everUsed: 3, retired: [7] });
      await second.restore(await first.dump(), memories);
      for (const store of [first, second]) {
        expect(await store.insert('things', COUNTING, (id) => ({ id }))).toEqual({ id: 8 });
        expect(await store.insert('texts', texts, (id) => ({ id }))).toEqual({ id: 't4' });
      }
      expect(await second.idMemories()).toEqual(await first.idMemories());
    });

    it('reads all records in batches, also of many, and of a collection without any', async () => {
      const store = await make();
      const ids = times(900, (nth) => nth + 1);
      await store.restore(withEmpty('others', things(...ids)));
      const told = new Map<string, (readonly [unknown, unknown])[]>();
      for await (const { collection, records } of store.batches())
        told.set(collection, [...(told.get(collection) ?? []), ...records]);
      expect([...told.keys()]).toEqual(['things', 'others']);
      expect(new Map(told.get('things'))).toEqual(things(...ids).get('things'));
      expect(told.get('others')).toEqual([]);
    });

    it('changes in the middle of its batches, and gives each record once, as it was or as it is', async () => {
      const store = await make();
      const ids = times(900, (nth) => nth + 1);
      await store.restore(things(...ids));
      const seen: unknown[] = [];
      for await (const { records } of store.batches()) {
        if (seen.length === 0) {
          await store.delete('things', 900);
          await store.put('things', 899, { id: 899, colour: 'red' });
          await store.insert('things', COUNTING, (id) => ({ id }));
        }
        seen.push(...records.map(([id]) => id));
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toEqual(expect.arrayContaining(ids.slice(0, -1)));
    });

    it('shows nothing of what changes while it is read', async () => {
      const store = await make();
      await store.restore(things(...shuffled));
      const { collections, close } = await store.snapshot();
      const [shown] = collections;
      await store.put('things', 5, { id: 5, colour: 'red' });
      const seen: Id[] = [];
      for await (const batch of shown?.batches() ?? []) {
        if (seen.length === 0) {
          await store.delete('things', MANY);
          await store.put('things', MANY - 1, { id: 0 });
          await store.put('things', 0.5, { id: 0.5 });
        }
        expect(batch.every(([id, record]) => record.id === id && record.colour === undefined)).toBe(true);
        seen.push(...batch.map(([id]) => id));
      }
      close();
      expect(seen).toEqual([...shuffled].sort((one, other) => one - other));
    });

    it('has those of before until it has all of them', async () => {
      const store = await make();
      await store.restore(things(1, 2));
      let isRestored = false;
      const restored = (async () => store.restore(things(...shuffled)))().then(() => {
        isRestored = true;
      });
      const counts = new Set<number | undefined>();
      while (!isRestored) {
        counts.add((await store.collections())[0]?.count);
        await new Promise(setImmediate);
      }
      await restored;
      counts.delete(MANY);
      expect([...counts].every((count) => count === 2)).toBe(true);
      expect(await store.list('things', [], 3)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    });
  });
}

const COUNTING: IdPolicy = { kind: 'sequence', minimum: 1n, maximum: 1000n };

const counted = (record: StoredRecord): StoredRecord => ({ ...record, changes: Number(record.changes) + 1 });
const byNumber = (one: unknown, other: unknown): number => Number(one) - Number(other);
const times = <T>(count: number, make: (nth: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, nth) => make(nth));

const things = (...ids: readonly number[]): Collections =>
  new Map([['things', new Map(ids.map((id) => [id, { id }]))]]);

const withEmpty = (name: string, others: Collections): Collections =>
  new Map<string, ReadonlyMap<Id, StoredRecord>>([...others, [name, new Map()]]);
