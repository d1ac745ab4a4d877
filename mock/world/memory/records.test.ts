import { MOST_CREATED, type StoredRecord } from '../stores/records';
import { describeRecordStore } from '../stores/records.behaviour';
import { describeRecordStoreBounds } from '../stores/records-bounds.behaviour';
import { putRecord } from '../testing/records';
import { roomsOf } from '../testing/rooms';
import { createMemoryRecords } from './records';

describeRecordStore('a store in memory', () => createMemoryRecords());
describeRecordStoreBounds('a store in memory', (bounds) => createMemoryRecords(undefined, roomsOf(bounds)));

describe('a store in memory, listing what meets a condition', () => {
  const SIZE = 1000;
  const AVAILABLE = [{ property: 'status', anyOf: ['available'] }];

  /** A full store whose records count how often a property of theirs is read. */
  async function filled(...combinations: readonly (readonly string[])[]) {
    const store = createMemoryRecords(() => combinations);
    const reads = { count: 0 };
    for (let id = 1; id <= SIZE; id += 1) {
      await putRecord(store, 'pets', id, counting({ id, status: id % 2 === 0 ? 'available' : 'sold' }, reads));
    }
    return { store, reads };
  }

  it('reads each record once the first time, and none from then on', async () => {
    const { store, reads } = await filled();
    await store.list('pets', AVAILABLE, 20);
    expect(reads.count).toBe(SIZE);
    expect(await store.list('pets', AVAILABLE, 3)).toHaveLength(3);
    await store.list('pets', [{ property: 'status', anyOf: ['sold', 'pending'] }], 3);
    expect(reads.count).toBe(SIZE);
  });

  it('reads none at all where it was told before what will be asked', async () => {
    const { store, reads } = await filled([], ['status']);
    reads.count = 0;
    await store.list('pets', [], 20);
    expect(await store.list('pets', AVAILABLE, 3)).toHaveLength(3);
    expect(reads.count).toBe(0);
  });

  it('finds as much as ever where conditions name so many values that their combinations are beyond counting', async () => {
    const { store } = await filled();
    const many = (property: string) => ({ property, anyOf: Array.from({ length: 5000 }, (_, value) => value + 990) });
    const listed = await store.list('pets', [many('id'), many('id'), ...AVAILABLE], 3);
    expect(listed.map(({ id }) => id)).toEqual([990, 992, 994]);
  });

  it('finds the records that lack a property, by that one and by several', async () => {
    const store = createMemoryRecords();
    for (const record of [
      { id: 1, size: 2 },
      { id: 2, colour: 'red', size: 2 },
    ])
      await store.put('things', record.id, record);
    const without = { property: 'colour', anyOf: [undefined] };
    const sized = { property: 'size', anyOf: [2] };
    for (const conditions of [[without], [without, sized]])
      expect(await store.list('things', conditions, 9)).toEqual([{ id: 1, size: 2 }]);
  });

  it('reads no record when nothing is asked of it', async () => {
    const { store, reads } = await filled();
    await store.list('pets', [], SIZE);
    expect(reads.count).toBe(0);
  });

  it('reads nothing but what changes when it is asked again after a change', async () => {
    const { store, reads } = await filled();
    await store.list('pets', AVAILABLE, 20);
    reads.count = 0;
    await putRecord(store, 'pets', 2, counting({ id: 2, status: 'sold' }, reads));
    await store.delete('pets', 4);
    await store.insert('pets', { kind: 'sequence', minimum: 1n, maximum: 9999n }, (id) =>
      counting({ id, status: 'available' }, reads),
    );
    const listed = await store.list('pets', AVAILABLE, 2);
    // The one replaced and the one in its place, the one deleted, and the one inserted.
    expect(reads.count).toBe(4);
    expect(listed.map(({ id }) => id)).toEqual([6, 8]);
  });
});

test('a store in memory hides a record from lists up to its instant of real time', async () => {
  let now = 1000;
  const store = createMemoryRecords(undefined, undefined, () => now);
  await store.add('things', 1, { id: 1 }, () => 200);
  const hidden: unknown[] = [];
  for (now of [1000, 1199, 1200]) hidden.push((await store.created('things'))[0]?.isHidden);
  expect(hidden).toEqual([true, true, false]);
});

test('a store in memory forgets the oldest of a long creation order', async () => {
  const store = createMemoryRecords();
  for (let id = 0; id < MOST_CREATED + 2; id += 1) await store.add('things', id, { id }, () => 0);
  const kept = await store.created('things');
  expect([kept.length, kept[0]?.id]).toEqual([MOST_CREATED, 2]);
});

test('a store in memory makes no collection for what is only looked for', async () => {
  const made: string[] = [];
  const store = createMemoryRecords((name) => {
    made.push(name);
    return [];
  });
  expect([await store.list('things', [], 9), await store.get('things', 1), await store.delete('things', 1)]).toEqual([
    [],
    undefined,
    undefined,
  ]);
  expect(made).toEqual([]);
  await putRecord(store, 'things', 1, { id: 1 });
  expect(made).toEqual(['things']);
});

test('a store in memory shares the records that it is given, and is indexed when it has them', async () => {
  const record: StoredRecord = Object.freeze({ id: 1, status: 'sold' });
  const stores = [createMemoryRecords(() => [['status']]), createMemoryRecords()];
  for (const store of stores) {
    await store.restore(new Map([['pets', new Map([[1, record]])]]));
    expect(await store.get('pets', 1)).toBe(record);
    expect((await store.dump()).get('pets')?.get(1)).toBe(record);
    expect(await store.list('pets', [{ property: 'status', anyOf: ['sold'] }], 9)).toEqual([record]);
  }
});

function counting(record: StoredRecord, reads: { count: number }): StoredRecord {
  return new Proxy(record, {
    get(target, name) {
      // `await` asks every value whether it has a `then`.
      if (name !== 'then') reads.count += 1;
      return Reflect.get(target, name);
    },
  });
}
