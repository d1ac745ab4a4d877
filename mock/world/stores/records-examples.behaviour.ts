import { putRecord } from '../testing/records';
import { type Id, type IdPolicy, OutOfIds, type RecordStore, type StoredRecord } from './records';
import type { Awaitable } from './store';

/** What every store of records does, in single cases; the laws are in `records.behaviour.ts`. */
export function describeRecordStoreByExample(name: string, make: () => Awaitable<RecordStore>): void {
  describe(`${name}, numbering`, () => {
    it('begins at the least id and counts up from the highest there ever was', async () => {
      const store = await make();
      const ids = sequence(1n, 100n);
      expect(await insertedIds(store, ids, 2)).toEqual([1, 2]);
      await putRecord(store, 'things', 7, { id: 7 });
      await store.delete('things', 7);
      expect(await insertedIds(store, ids, 2)).toEqual([8, 9]);
    });

    it('counts over 2^53 without skipping or repeating an id', async () => {
      const store = await make();
      await putRecord(store, 'things', 2 ** 53 - 2, { id: 2 ** 53 - 2 });
      expect(await insertedIds(store, sequence(1n, 2n ** 63n - 1n), 3)).toEqual([
        9007199254740991,
        9007199254740992n,
        9007199254740993n,
      ]);
    });

    it('takes the lowest id that was left out when the highest is taken, and fails when none is left', async () => {
      const store = await make();
      const ids = sequence(1n, 4n);
      await putRecord(store, 'things', 4, { id: 4 });
      await putRecord(store, 'things', 2, { id: 2 });
      expect(await insertedIds(store, ids, 2)).toEqual([1, 3]);
      await expect(insertedIds(store, ids, 1)).rejects.toThrow(OutOfIds);
    });

    it('gives no number again that a deleted record had, whatever its place in the sequence', async () => {
      const store = await make();
      const ids = sequence(1n, 4n);
      await putRecord(store, 'things', 4, { id: 4 });
      await store.delete('things', 4);
      expect(await insertedIds(store, ids, 1)).toEqual([1]);
      await store.delete('things', 1);
      expect(await insertedIds(store, ids, 2)).toEqual([2, 3]);
      await store.delete('things', 2);
      await expect(insertedIds(store, ids, 1)).rejects.toThrow(OutOfIds);
    });

    it('counts in steps', async () => {
      const store = await make();
      await putRecord(store, 'things', 11, { id: 11 });
      expect(await insertedIds(store, sequence(5n, 30n, 5n), 5)).toEqual([15, 20, 25, 30, 5]);
    });

    it('reaches the last id of 64 bits', async () => {
      const store = await make();
      const last = 2n ** 63n - 1n;
      await putRecord(store, 'things', last - 1n, { id: last - 1n });
      expect(await insertedIds(store, sequence(-(2n ** 63n), last), 2)).toEqual([last, -(2n ** 63n)]);
    });

    it('numbers in steps from the least id on, whatever stands between', async () => {
      const store = await make();
      await putRecord(store, 'things', 12, { id: 12 });
      const fives: IdPolicy = { kind: 'sequence', minimum: 5n, maximum: 20n, step: 5n };
      expect(await insertedIds(store, fives, 4)).toEqual([15, 20, 5, 10]);
      await expect(insertedIds(store, fives, 1)).rejects.toThrow(OutOfIds);
    });

    it('numbers in whole numbers above ids that are fractions', async () => {
      const store = await make();
      await putRecord(store, 'things', 1.5, { id: 1.5 });
      expect(await insertedIds(store, sequence(1n, 100n), 1)).toEqual([2]);
    });

    it('begins anew below the least id when all that is stored stands below it', async () => {
      const store = await make();
      await putRecord(store, 'things', 3, { id: 3 });
      expect(await insertedIds(store, sequence(10n, 20n), 2)).toEqual([10, 11]);
    });

    it('asks for another text until one is free, and fails when there is none', async () => {
      const store = await make();
      const letters: IdPolicy = { kind: 'made', make: (nth) => 'abc'.charAt(nth % 3) };
      expect((await insertedIds(store, letters, 3)).sort()).toEqual(['a', 'b', 'c']);
      await expect(insertedIds(store, letters, 1)).rejects.toThrow(OutOfIds);
    });

    it('gives no text again that a deleted record had', async () => {
      const store = await make();
      const texts: IdPolicy = { kind: 'made', make: String };
      await putRecord(store, 'things', '2', { id: '2' });
      expect(await insertedIds(store, texts, 1)).toEqual(['3']);
      await store.delete('things', '2');
      await store.delete('things', '3');
      expect(await insertedIds(store, texts, 1)).toEqual(['4']);
    });

    it('finds a free text behind any number that are taken', async () => {
      const store = await make();
      for (let id = 2001; id <= 4000; id += 1) await putRecord(store, 'things', String(id), { id: String(id) });
      expect(await insertedIds(store, { kind: 'made', make: String }, 1)).toEqual(['4001']);
    });

    it('gives an id again that could not be used', async () => {
      const store = await make();
      const ids = sequence(1n, 1n);
      const fail = () => {
        throw new TypeError('not a thing');
      };
      await expect((async () => store.insert('things', ids, fail))()).rejects.toThrow(TypeError);
      expect(await insertedIds(store, ids, 1)).toEqual([1]);
    });

    it('gives each of many inserts at once an id of its own', async () => {
      const store = await make();
      const records = await Promise.all(
        Array.from({ length: 50 }, async () => store.insert('things', sequence(1n, 50n), (id) => ({ id }))),
      );
      expect(new Set(records.map(({ id }) => id)).size).toBe(50);
    });
  });

  describe(name, () => {
    it('keeps nothing of a record that could not be made', async () => {
      const store = await make();
      const insert = async () =>
        store.insert('things', sequence(1n, 9n), () => {
          throw new TypeError('not a thing');
        });
      await expect(insert()).rejects.toThrow('not a thing');
      expect(await store.list('things', [], 10)).toEqual([]);
    });

    it('lists what a change has moved to another value under the new one alone', async () => {
      const store = await make();
      await putRecord(store, 'things', 1, { id: 1, colour: 'red' });
      expect(await colours(store, 'red')).toEqual([{ id: 1, colour: 'red' }]);
      await putRecord(store, 'things', 1, { id: 1, colour: 'blue' });
      expect(await colours(store, 'red')).toEqual([]);
      expect(await colours(store, 'blue')).toEqual([{ id: 1, colour: 'blue' }]);
    });

    it('lists records of several values in one order, each once', async () => {
      const store = await make();
      for (const [id, colour] of [
        [3, 'red'],
        [1, 'blue'],
        [2, 'red'],
        [4, 'green'],
      ] as const) {
        await putRecord(store, 'things', id, { id, colour });
      }
      const listed = await store.list('things', [{ property: 'colour', anyOf: ['blue', 'red', 'blue'] }], 10);
      expect(listed.map(({ id }) => id)).toEqual([1, 2, 3]);
    });

    it('tells a category over 2^53 from its neighbours', async () => {
      const store = await make();
      await putRecord(store, 'things', 1, { id: 1, colour: 9007199254740993n });
      expect(await colours(store, 9007199254740992n)).toEqual([]);
      expect(await colours(store, 9007199254740993n)).toEqual([{ id: 1, colour: 9007199254740993n }]);
    });

    it('does not find by what every object inherits', async () => {
      const store = await make();
      await putRecord(store, 'things', 1, { id: 1 });
      expect(await store.list('things', [{ property: '__proto__', anyOf: [{}] }], 10)).toEqual([]);
    });

    it('is empty, and numbers from the start, when it is given nothing in place of all that it had', async () => {
      const store = await make();
      const ids = sequence(1n, 9n);
      await insertedIds(store, ids, 3);
      await store.restore(new Map());
      expect(await store.list('things', [], 10)).toEqual([]);
      expect(await store.get('things', 1)).toBeUndefined();
      expect(await insertedIds(store, ids, 1)).toEqual([1]);
    });

    it('keeps collections apart', async () => {
      const store = await make();
      await putRecord(store, 'things', 1, { id: 1 });
      expect(await store.get('others', 1)).toBeUndefined();
      expect(await store.delete('others', 1)).toBeUndefined();
      expect(await store.list('things', [], 10)).toEqual([{ id: 1 }]);
    });
  });
}

const sequence = (minimum: bigint, maximum: bigint, step = 1n): IdPolicy => ({
  kind: 'sequence',
  minimum,
  maximum,
  step,
});

async function insertedIds(store: RecordStore, ids: IdPolicy, count: number): Promise<Id[]> {
  const given: Id[] = [];
  for (let nth = 1; nth <= count; nth += 1) {
    await store.insert('things', ids, (id) => {
      given.push(id);
      return { id };
    });
  }
  return given;
}

const colours = (store: RecordStore, colour: unknown): Awaitable<readonly StoredRecord[]> =>
  store.list('things', [{ property: 'colour', anyOf: [colour] }], 10);
