import { createMemoryRecords } from './memory/records';
import type { Examples, RecordStore } from './stores/records';
import { describeRecordStore } from './stores/records.behaviour';
import { roomsOf } from './testing/rooms';
import { slow } from './testing/slow-stores';
import { withExamples } from './with-examples';

const NOTHING: Examples = { of: () => new Map(), each: () => [], recordOf: () => undefined };
const make = () => withExamples(createMemoryRecords(), () => NOTHING);

describeRecordStore('a store with examples', make);

describe('the examples of a store', () => {
  const things = new Map([['things', new Map([1, 2].map((id) => [id, { id, colour: 'red' }]))]]);
  const others = new Map([['others', new Map([[1, { id: 1 }]])]]);
  const looked: string[] = [];
  const examples: Examples = {
    of(name) {
      looked.push(name);
      return name === 'things' ? things : others;
    },
    each: () => [things, others],
    recordOf: (name, id) => (name === 'hidden' ? { id, made: true } : undefined),
  };
  const store = () => withExamples(slow(createMemoryRecords(), ['batches']), () => examples);

  it('are there when their collection is asked for, and counted when all are', async () => {
    const records = store();
    looked.length = 0;
    expect(await records.list('things', [], 9)).toEqual([...(things.get('things')?.values() ?? [])]);
    expect(looked).toEqual(['things']);
    expect(await records.collections()).toEqual([
      { name: 'things', count: 2 },
      { name: 'others', count: 1 },
    ]);
  });

  it('are stored once, however many ask at once, and do not come back', async () => {
    const records = store();
    await Promise.all([records.list('things', [], 9), records.get('things', 1), records.delete('things', 2)]);
    expect(await records.get('things', 2)).toBeUndefined();
    const ids = { kind: 'sequence', minimum: 1n, maximum: 9n } as const;
    expect(await records.insert('things', ids, (id) => ({ id }))).toEqual({ id: 3 });
    expect([...((await records.dump()).get('things')?.keys() ?? [])]).toEqual([1, 3]);
  });

  it('are stored by the next request where they could not be', async () => {
    const memory = createMemoryRecords();
    let failures = 1;
    const failing: RecordStore = {
      ...memory,
      async beginWith(mark, wanted) {
        if (failures-- > 0) throw new Error('out of reach');
        await memory.beginWith(mark, wanted);
      },
    };
    const records = withExamples(failing, () => examples);
    await expect(records.list('things', [], 9)).rejects.toThrow('out of reach');
    expect(await records.list('things', [], 9)).toHaveLength(2);
  });

  it('are not there once others have been put in their place', async () => {
    const records = store();
    await records.restore(new Map());
    expect([await records.list('things', [], 9), await records.collections()]).toEqual([[], []]);
  });

  it('have any id that no client can find out, until it is deleted', async () => {
    const records = store();
    expect(await records.get('hidden', 'a')).toEqual({ id: 'a', made: true });
    expect(await records.update('hidden', 'b', (before) => ({ ...before, changed: 1 }))).toMatchObject({ changed: 1 });
    expect(await records.delete('hidden', 'c')).toEqual({ id: 'c', made: true });
    const full = withExamples(
      createMemoryRecords(undefined, roomsOf({ maxRecords: 2, bytes: 10_000 })),
      () => examples,
    );
    expect(await full.get('hidden', 'a')).toEqual({ id: 'a', made: true });
    await expect(full.get('hidden', 'b')).rejects.toThrow('The mock and each session hold at most 2 records.');
    expect(await full.get('hidden', 'a')).toEqual({ id: 'a', made: true });
    expect([await records.get('hidden', 'c'), await records.get('others', 7)]).toEqual([undefined, undefined]);
  });
});
