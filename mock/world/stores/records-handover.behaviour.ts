import { putRecord } from '../testing/records';
import { type Collections, type Id, type IdPolicy, OutOfIds, type RecordStore, type StoredRecord } from './records';
import type { Awaitable } from './store';

/** How every store of records hands over all that it has and takes it back, in single cases. */
export function describeRecordStoreHandover(name: string, make: () => Awaitable<RecordStore>): void {
  describe(`${name}, telling its collections`, () => {
    it('has none at first, nor of what was only looked for or could not be made', async () => {
      const store = await make();
      await store.get('things', 1);
      await store.list('things', [], 9);
      await store.delete('things', 1);
      const fail = () => {
        throw new TypeError('not a thing');
      };
      await expect((async () => store.insert('things', COUNTING, fail))()).rejects.toThrow(TypeError);
      expect(await store.collections()).toEqual([]);
      expect(await store.dump()).toEqual(new Map());
    });

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
  });

  describe(`${name}, given an id`, () => {
    it('puts the record in place of the one that has it, which lists and conditions then show', async () => {
      const store = await make();
      await store.put('things', 5, { id: 5, colour: 'red' });
      await store.put('things', 2, { id: 2, colour: 'red' });
      await store.put('things', 5, { id: 5, colour: 'blue' });
      expect(await store.list('things', [], 9)).toEqual([
        { id: 2, colour: 'red' },
        { id: 5, colour: 'blue' },
      ]);
      expect(await store.list('things', [{ property: 'colour', anyOf: ['blue'] }], 9)).toEqual([
        { id: 5, colour: 'blue' },
      ]);
      expect(await store.insert('things', COUNTING, (id) => ({ id }))).toEqual({ id: 6 });
    });

    it('takes that of a deleted record, too, and gives it to no other', async () => {
      const store = await make();
      await store.restore(things(1, 2));
      await store.delete('things', 2);
      await store.put('things', 2, { id: 2, colour: 'red' });
      expect(await store.get('things', 2)).toEqual({ id: 2, colour: 'red' });
      expect(await store.insert('things', COUNTING, (id) => ({ id }))).toEqual({ id: 3 });
    });
  });

  describe(`${name}, handing over`, () => {
    it('hands over every record by collection, in the order of their ids', async () => {
      const store = await make();
      for (const id of [3, 9007199254740993n, 'a', 1]) await putRecord(store, 'things', id, { id });
      await putRecord(store, '["parts",1]', 'x', { text: 'x' });
      const dumped = await store.dump();
      expect([...dumped.keys()]).toEqual(['things', '["parts",1]']);
      expect([...(dumped.get('things') ?? [])]).toEqual([1, 3, 9007199254740993n, 'a'].map((id) => [id, { id }]));
    });

    it('hands over what is there now: no later change shows in it, nor a change of it in the store', async () => {
      const store = await make();
      const given = new Map([[1, { id: 1 }]]);
      await store.restore(new Map([['things', given]]));
      const dumped = await store.dump();
      given.clear();
      await putRecord(store, 'things', 2, { id: 2 });
      expect(dumped).toEqual(things(1));
      expect(await store.list('things', [], 9)).toEqual([{ id: 1 }, { id: 2 }]);
    });

    it('takes records in place of all that it had, frozen ones too', async () => {
      const store = await make();
      await putRecord(store, 'things', 1, { id: 1, colour: 'red' });
      await putRecord(store, 'others', 1, { id: 1 });
      const blue = Object.freeze({ id: 2, colour: 'blue' });
      await store.restore(new Map([['things', new Map([[2, blue]])]]));
      expect(await store.list('things', [], 9)).toEqual([blue]);
      expect(await store.list('things', [{ property: 'colour', anyOf: ['red'] }], 9)).toEqual([]);
      expect(await store.get('others', 1)).toBeUndefined();
      expect(await store.collections()).toEqual([{ name: 'things', count: 1 }]);
    });

    it('takes records in any order of their ids', async () => {
      const store = await make();
      await store.restore(things(5, 1, 3));
      expect((await store.list('things', [], 9)).map(({ id }) => id)).toEqual([1, 3, 5]);
    });

    it('goes on above the highest id that it was given, whatever it had before', async () => {
      const store = await make();
      await putRecord(store, 'things', 100, { id: 100 });
      await store.restore(things(5, 7));
      expect(await store.insert('things', COUNTING, (id) => ({ id }))).toEqual({ id: 8 });
    });

    it('has ids again though it had none left before', async () => {
      const store = await make();
      const one: IdPolicy = { kind: 'sequence', minimum: 1n, maximum: 1n };
      await store.insert('things', one, (id) => ({ id }));
      await expect((async () => store.insert('things', one, (id) => ({ id })))()).rejects.toThrow(OutOfIds);
      await store.restore(new Map([['things', new Map()]]));
      expect(await store.collections()).toEqual([{ name: 'things', count: 0 }]);
      expect(await store.insert('things', one, (id) => ({ id }))).toEqual({ id: 1 });
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

    it('tells of all records in batches, also of many, and of a collection without any', async () => {
      const store = await make();
      const ids = Array.from({ length: 900 }, (_, place) => place + 1);
      await store.restore(withEmpty('others', things(...ids)));
      const told = new Map<string, (readonly [unknown, unknown])[]>();
      for await (const { collection, records } of store.batches())
        told.set(collection, [...(told.get(collection) ?? []), ...records]);
      expect([...told.keys()]).toEqual(['things', 'others']);
      expect(new Map(told.get('things'))).toEqual(things(...ids).get('things'));
      expect(told.get('others')).toEqual([]);
    });

    it('is told of changes in the middle of its batches, and tells each record once, as it was or as it is', async () => {
      const store = await make();
      const ids = Array.from({ length: 900 }, (_, place) => place + 1);
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

    it('is empty when it is given nothing', async () => {
      const store = await make();
      await putRecord(store, 'things', 1, { id: 1 });
      await store.restore(new Map());
      expect(await store.collections()).toEqual([]);
      expect(await store.list('things', [], 9)).toEqual([]);
    });
  });
}

const COUNTING: IdPolicy = { kind: 'sequence', minimum: 1n, maximum: 1000n };

const things = (...ids: readonly number[]): Collections =>
  new Map([['things', new Map(ids.map((id) => [id, { id }]))]]);

const withEmpty = (name: string, others: Collections): Collections =>
  new Map<string, ReadonlyMap<Id, StoredRecord>>([...others, [name, new Map()]]);
