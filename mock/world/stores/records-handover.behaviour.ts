import { putRecord } from '../testing/records';
import type { Awaitable } from './awaitable';
import { type Collections, type IdPolicy, OutOfIds, type RecordStore } from './records';

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
