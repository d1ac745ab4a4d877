import fc from 'fast-check';
import { character } from '../../../../openapi/program/testing/texts';
import { createMemoryRecords } from '../../memory/records';
import { compareIds } from '../../rules/order';
import type { Condition, Id, IdPolicy, PageBegin, RecordStore, StoredRecord } from '../../stores/records';
import { describeRecordStore } from '../../stores/records.behaviour';
import { describeRecordStoreBounds } from '../../stores/records-bounds.behaviour';
import { StoreUnavailable } from '../../stores/store';
import type { WorldKeys } from '../state/state';
import { onRedis } from '../testing/on-redis';
import { recordStoresOf } from '../testing/records';
import { freeEnding } from './record-filling';
import { idOfOrderKey, orderKeyOf, runOnRecords } from './record-layout';
import type { RecordsOptions } from './records';

const COUNTING: IdPolicy = { kind: 'sequence', minimum: 1n, maximum: 2n ** 63n - 1n };
const FEW: IdPolicy = { kind: 'sequence', minimum: 1n, maximum: 5n };
const TEXTS: IdPolicy = { kind: 'made', make: (nth) => `t${nth}` };
const RED: Condition = { property: 'colour', anyOf: ['red'] };

/** More than are read in one step: most of one colour, the others in runs. */
const MANY = 2500;
const OTHERS = Array.from({ length: 25 }, (_, nth) => `colour ${nth}`);
const many: ReadonlyMap<Id, StoredRecord> = new Map(
  Array.from({ length: MANY }, (_, nth) => {
    const colour = nth % 5 < 4 ? 'red' : (OTHERS[Math.floor(nth / 100)] ?? '');
    return [nth + 1, { id: nth + 1, colour, shade: nth % 7 }];
  }),
);

onRedis('records in Redis', ({ connection }) => {
  const stores = recordStoresOf(() => connection);
  const keysOf = async ({ world }: WorldKeys): Promise<readonly string[]> => {
    const found = await connection.send(world, ['KEYS', `${world}:*`]);
    return (found as readonly string[]).toSorted();
  };

  const made = async (options: Partial<RecordsOptions> = {}): Promise<RecordStore> =>
    (await stores.make(options)).store;

  describeRecordStore('a store in Redis', made);
  describeRecordStoreBounds('a store in Redis', ({ maxRecords }) => made({ maxRecords }), { byBytes: false });

  it('are listed and paged as in memory where they are more than are read at once, by an index or by trying each', async () => {
    const { store } = await stores.make();
    const memory = createMemoryRecords();
    for (const one of [store, memory]) await one.restore(new Map([['things', many]]));
    const colours = fc.shuffledSubarray(['red', 'none', ...OTHERS], { maxLength: 25 });
    const condition = fc.oneof(
      { weight: 3, arbitrary: fc.record({ property: fc.constant('colour'), anyOf: colours }) },
      fc.record({ property: fc.constant('shade'), anyOf: fc.subarray([0, 1, 2, 3, 4, 5, 6]) }),
      fc.record({ property: fc.constant('id'), anyOf: fc.constantFrom<Id[]>([7, 'none'], [...many.keys(), 'none']) }),
    );
    const conditions = fc.uniqueArray(condition, { maxLength: 2, selector: ({ property }) => property });
    const begin: fc.Arbitrary<PageBegin> = fc.oneof(
      fc.record({ skip: fc.integer({ min: 0, max: MANY + 500 }) }),
      fc.record({ after: fc.integer({ min: -1, max: MANY + 1 }) }),
      fc.record({ before: fc.integer({ min: 0, max: MANY }).map((id) => id + 0.5) }),
    );
    const most = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom(600, 2100, Number.POSITIVE_INFINITY));
    await fc.assert(
      fc.asyncProperty(conditions, begin, most, async (some, from, limit) => {
        expect(await store.list('things', some, limit)).toEqual(await memory.list('things', some, limit));
        expect(await store.page('things', some, from, limit)).toEqual(await memory.page('things', some, from, limit));
      }),
      // Each is tried, and a page before the end drops most of what is found.
      { numRuns: 40, examples: [[[{ property: 'id', anyOf: [...many.keys()] }], { before: MANY + 0.5 }, 3]] },
    );
  });

  it('are read from many ranges of the index in few round trips, however many come before or after', async () => {
    let trips = 0;
    const counted = recordStoresOf(() => ({
      ...connection,
      run: (...step) => {
        trips += 1;
        return connection.run(...step);
      },
    }));
    const { store } = await counted.make();
    const ids = Array.from({ length: 1000 }, (_, nth) => nth + 1);
    await store.restore(new Map([['things', new Map(ids.map((id) => [id, { id, colour: id % 100 }]))]]));
    const anyColour: readonly Condition[] = [{ property: 'colour', anyOf: ids.slice(0, 100).map((id) => id % 100) }];
    const tripsOf = async (asked: () => unknown): Promise<number> => {
      trips = 0;
      await asked();
      return trips;
    };
    expect(await tripsOf(() => store.list('things', anyColour, 1000))).toBeLessThanOrEqual(4);
    expect(await tripsOf(() => store.page('things', anyColour, { before: 900 }, 200))).toBe(1);
    expect(await tripsOf(() => store.page('things', anyColour, { skip: 500 }, 200))).toBe(1);
  });

  describe('asked by several processes', () => {
    it('give each of the ids that were left out once, and those back that are not used', async () => {
      const { store, ids } = await stores.make();
      await store.put('things', 5, { id: 5 });
      const [first, second] = await Promise.all([ids.reserve('things', FEW), ids.reserve('things', FEW)]);
      expect([first.id, second.id]).toEqual([1, 2]);
      await first.release();
      expect([await ids.reserve('things', FEW), await ids.reserve('things', FEW)]).toMatchObject([
        { id: 1 },
        { id: 3 },
      ]);
      expect((await store.idMemories()).get('things')).toMatchObject({ highest: 5, everUsed: 1 });
    });

    it('give the highest back where it is not used, and another where a client took it first', async () => {
      const { store } = await stores.make();
      const insertOnce = (condition: Promise<void>) =>
        store.gated(condition).insert('things', COUNTING, (id) => ({ id }));
      await expect(insertOnce(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
      let open = (): void => {};
      const inserting = insertOnce(new Promise((resolve) => (open = resolve)));
      await store.put('things', 1, { id: 1, colour: 'red' });
      open();
      expect(await inserting).toEqual({ id: 2 });
      expect(await store.get('things', 1)).toEqual({ id: 1, colour: 'red' });
    });

    it('begin once with what one mark stands for, leave out what is there, and nothing once they are complete', async () => {
      const { store, again } = await stores.make({ maxRecords: 3 });
      await store.put('things', 1, { id: 1, colour: 'red' });
      const examples = new Map([['things', new Map([1, 2, 3, 4].map((id) => [id, { id, colour: 'blue' }]))]]);
      await Promise.all([store, again(), again()].map(async (one) => one.beginWith('examples', examples)));
      expect((await store.list('things', [], 9)).map(({ id, colour }) => [id, colour])).toEqual([
        [1, 'red'],
        [2, 'blue'],
        [3, 'blue'],
      ]);
      await expect(store.insert('others', COUNTING, (id) => ({ id }))).rejects.toThrow(
        'The mock and each session hold at most 3 records.',
      );
      await store.delete('things', 2);
      await again().beginWith('examples', examples);
      await store.beginWithNothingMore();
      await again().beginWith('others', examples);
      expect(await store.collections()).toEqual([{ name: 'things', count: 2 }]);
    });
  });

  it('are the same objects for as long as they have not changed, and lists of them too', async () => {
    const { store } = await stores.make();
    await store.restore(new Map([['things', many]]));
    const [first, list] = [await store.get('things', 1), await store.list('things', [RED], 20)];
    expect(await store.get('things', 1)).toBe(first);
    expect(await store.list('things', [RED], 20)).toBe(list);
    expect(list[0]).toBe(first);
    await store.put('things', 1, { id: 1, colour: 'red' });
    expect((await store.list('things', [RED], 20))[0]).toEqual({ id: 1, colour: 'red' });
  });

  it('are shown as at one moment, whatever is deleted, changed and restored while they are read', async () => {
    const { store, keys } = await stores.make();
    await store.restore(new Map([['things', many]]));
    const { collections, close } = await store.snapshot();
    await Promise.all([...many.keys()].slice(0, 1500).map(async (id) => store.delete('things', id)));
    await store.put('things', 1501, { id: 1501, colour: 'white' });
    await store.put('things', 0, { id: 0 });
    const shown: (readonly [Id, StoredRecord])[] = [];
    for await (const batch of collections[0]?.batches() ?? []) {
      shown.push(...batch);
      if (shown.length < 2000) await store.put('things', 2400, { id: 2400, colour: 'white' });
      else await store.restore(new Map());
    }
    expect(new Map(shown)).toEqual(many);
    expect(shown.map(([id]) => id)).toEqual([...many.keys()]);
    close();
    while ((await keysOf(keys)).some((key) => key.includes('snapshot'))) await new Promise(setImmediate);
  });

  it('have a few keys however many there are, and all of them have an end once their store has left', async () => {
    const { store, keys, ids } = await stores.make();
    for (let parent = 1; parent <= 50; parent += 1) {
      await store.insert(`["parts",${parent}]`, COUNTING, (id) => ({ id, colour: 'red' }));
      await store.delete(`["parts",${parent}]`, 1);
      await store.insert(`["parts",${parent}]`, COUNTING, (id) => ({ id, colour: 'red' }));
    }
    expect(await keysOf(keys)).toHaveLength(7);
    await store.leave();
    await store.insert('things', COUNTING, (id) => ({ id }));
    await ids.reserve('others', TEXTS);
    await store.restore(new Map([['things', new Map([[7, { id: 7 }]])]]));
    for (const key of await keysOf(keys)) {
      expect(await connection.send(key, ['PTTL', key])).toBeGreaterThan(0);
    }
    expect(await store.get('things', 7)).toEqual({ id: 7 });
    // As their time would, if it went faster.
    await connection.send(keys.world, ['DEL', keys.ofRecords(1, 'store')]);
    for (const ask of [() => store.get('things', 7), () => store.put('things', 1, {}), () => store.collections()]) {
      await expect(ask()).rejects.toThrow(StoreUnavailable);
    }
    await store.leave();
  });

  it('are freed shortly before their end, unless a snapshot still reads them', async () => {
    const { store, keys } = await stores.make();
    await store.restore(new Map([['things', many]]));
    const run = runOnRecords(connection, keys.ofRecords(1, 'store'));
    const end = async (milliseconds: number): Promise<void> => {
      for (const key of await keysOf(keys)) await connection.send(key, ['PEXPIRE', key, String(milliseconds)]);
    };
    await freeEnding(run);
    await store.leave();
    await freeEnding(run);
    expect(await store.get('things', 7)).toEqual(many.get(7));
    const { collections, close } = await store.snapshot();
    await end(1500);
    for await (const _ of collections[0]?.batches() ?? []) await freeEnding(run);
    expect(await store.get('things', 7)).toEqual(many.get(7));
    close();
    await end(1500);
    await freeEnding(run);
    expect(await store.get('things', 7)).toBeUndefined();
  });
});

const anyId: fc.Arbitrary<Id> = fc.oneof<fc.Arbitrary<Id>[]>(
  fc.integer({ min: -20, max: 20 }),
  fc.maxSafeInteger(),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -(2n ** 63n), max: -(2n ** 53n) }),
  fc.integer({ min: -3000, max: 3000 }).map((count) => count / 100 + 0),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Number.isInteger(number)),
  fc.integer({ min: 101, max: 308 }).map((power) => Number(`-1e${power}`)),
  fc.string({ unit: character }),
  fc.string({ unit: fc.constantFrom('\0', 'a', '\ud7ff', '\ud83d', '\udc08', '\ue000', '\uffff', '🐈') }),
);

const inBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

describe('the key of an id', () => {
  it('is turned back into it', () =>
    fc.assert(
      fc.property(anyId, (id) => expect(idOfOrderKey(orderKeyOf(id))).toBe(id)),
      { numRuns: 1000 },
    ));

  it('has the order of ids, by bytes and by JavaScript', () =>
    fc.assert(
      fc.property(anyId, anyId, (one, other) => {
        const [first, second] = [orderKeyOf(one), orderKeyOf(other)];
        expect(Math.sign(inBytes(first, second))).toBe(compareIds(one, other));
        expect(first < second).toBe(compareIds(one, other) < 0);
      }),
      { numRuns: 5000 },
    ));

  it('is short where ids count up', () => {
    expect(orderKeyOf(1_000_000)).toHaveLength(9);
    expect(orderKeyOf(-0)).toBe(orderKeyOf(0));
  });
});
