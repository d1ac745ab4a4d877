import { putRecord } from '../testing/records';
import type { Id, RecordStore, StoredRecord } from './records';
import type { Awaitable } from './store';

/** More than are sorted at once, and in no order. */
const MANY = 10_007;
const shuffled = Array.from({ length: MANY }, (_, place) => ((place * 7919) % MANY) + 1);

const holding = (ids: readonly Id[]) => new Map([['things', new Map(ids.map((id) => [id, { id }]))]]);

/** How every store of records shows all that it holds at one moment, and takes many at once. */
export function describeRecordStoreSnapshot(name: string, make: () => Awaitable<RecordStore>): void {
  describe(`${name}, shown as it is at a moment`, () => {
    it('has every collection with its count, its records in the order of their ids', async () => {
      const store = await make();
      for (const id of [3, 9007199254740993n, 'a', 1]) await putRecord(store, 'things', id, { id });
      await putRecord(store, '["parts",1]', 'x', { text: 'x' });
      await store.put('others', 1, {});
      await store.delete('others', 1);
      expect(await contentOf(store)).toEqual([
        ['things', 4, [1, 3, 9007199254740993n, 'a'].map((id) => [id, { id }])],
        ['["parts",1]', 1, [['x', { text: 'x' }]]],
        ['others', 0, []],
      ]);
    });

    it('shows nothing of what changes while it is read', async () => {
      const store = await make();
      await store.restore(holding(shuffled));
      const { collections, close } = await store.snapshot();
      const [things] = collections;
      await store.put('things', 5, { id: 5, colour: 'red' });
      const seen: Id[] = [];
      for await (const batch of things?.batches() ?? []) {
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
  });

  describe(`${name}, given many records`, () => {
    it('has those of before until it has all of them', async () => {
      const store = await make();
      await store.restore(holding([1, 2]));
      let isRestored = false;
      const restored = (async () => store.restore(holding(shuffled)))().then(() => {
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

async function contentOf(store: RecordStore) {
  const content: (readonly [string, number, readonly (readonly [Id, StoredRecord])[]])[] = [];
  const { collections, close } = await store.snapshot();
  for (const { name, count, batches } of collections) {
    const records: (readonly [Id, StoredRecord])[] = [];
    for await (const batch of batches()) records.push(...batch);
    content.push([name, count, records]);
  }
  close();
  return content;
}
