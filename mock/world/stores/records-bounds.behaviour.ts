import fc from 'fast-check';
import type { Id, IdPolicy, RecordStore, StoredRecord } from './records';
import { type Awaitable, StoreFull } from './store';

/** How much a store may hold. */
interface Bounds {
  readonly maxRecords: number;
  /** Of all that it holds. */
  readonly bytes: number;
}

interface Bounding {
  /** Whether it is also refused what takes more bytes than the store may take. */
  readonly byBytes: boolean;
}

/** How every store of records keeps to its bounds. */
export function describeRecordStoreBounds(
  name: string,
  make: (bounds: Bounds) => Awaitable<RecordStore>,
  { byBytes }: Bounding = { byBytes: true },
): void {
  describe(`${name}, that may hold no more`, () => {
    it('refuses what is beyond, changes nothing by that, and has room again for each record that goes', () =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
          const store = await make({ maxRecords: 3, bytes: Number.POSITIVE_INFINITY });
          for (const step of steps) {
            const before = await store.dump();
            const { size = 0 } = before.get('things') ?? {};
            const isKnown = before.get('things')?.has(step.id) === true;
            const isMore = step.kind === 'insert' || (!isKnown && (step.kind === 'put' || step.kind === 'add'));
            expect(await isRefused(store, step)).toBe(isMore && size === 3);
            if (isMore && size === 3) expect(await store.dump()).toEqual(before);
          }
          expect((await store.list('things', [], 9)).length).toBeLessThanOrEqual(3);
        }),
      ));

    it('counts the records of all collections together', async () => {
      const store = await make({ maxRecords: 2, bytes: Number.POSITIVE_INFINITY });
      await store.put('things', 1, { id: 1 });
      await store.put('others', 1, { id: 1 });
      await expect(refused(() => store.insert('others', COUNTING, (id) => ({ id })))).resolves.toBe(true);
      expect(await store.list('others', [], 9)).toEqual([{ id: 1 }]);
    });

    it('takes one of each record that goes and one that comes, for ever', async () => {
      const store = await make({ maxRecords: 1, bytes: 10_000 });
      for (let round = 0; round < 20; round += 1) {
        const { id } = await store.insert('things', COUNTING, (made) => ({ id: made, text: 'x'.repeat(1000) }));
        expect(await store.delete('things', id as Id)).toBeDefined();
      }
    });

    if (byBytes)
      it('refuses by bytes what makes a record larger, too, and takes what makes it smaller', async () => {
        const store = await make({ maxRecords: 9, bytes: 10_000 });
        await store.put('things', 1, { id: 1, text: 'x'.repeat(7000) });
        const before = await store.dump();
        const large: StoredRecord = { id: 1, text: 'x'.repeat(20_000) };
        expect(await refused(() => store.put('things', 1, large))).toBe(true);
        expect(await refused(() => store.update('things', 1, () => large))).toBe(true);
        expect(await refused(() => store.add('things', 2, { id: 2, text: 'x'.repeat(7000) }))).toBe(true);
        expect(await refused(() => store.insert('others', COUNTING, (id) => ({ id, text: 'x'.repeat(7000) })))).toBe(
          true,
        );
        expect(await store.dump()).toEqual(before);
        await store.update('things', 1, () => ({ id: 1, text: '' }));
        expect(await store.add('things', 2, { id: 2, text: 'x'.repeat(7000) })).toBe(true);
      });

    it('is restored as a whole or not at all, and has what was before until then', async () => {
      const store = await make({ maxRecords: 2, bytes: 10_000 });
      for (const id of [1, 2]) await store.put('things', id, { id, text: 'x'.repeat(2000) });
      const before = await store.dump();
      const three = new Map([1, 2, 3].map((id): [Id, StoredRecord] => [id, { id }]));
      expect(await refused(() => store.restore(new Map([['others', three]])))).toBe(true);
      const large = new Map<Id, StoredRecord>([[1, { id: 1, text: 'x'.repeat(7000) }]]);
      if (byBytes) expect(await refused(() => store.restore(new Map([['others', large]])))).toBe(true);
      expect(await store.dump()).toEqual(before);
      for (let round = 0; round < 5; round += 1) {
        const other = new Map([3, 4].map((id): [Id, StoredRecord] => [id, { id, text: 'y'.repeat(2000) }]));
        await store.restore(new Map([['others', other]]));
        expect(await store.dump()).toEqual(new Map([['others', other]]));
      }
      expect(await refused(() => store.put('others', 5, { id: 5 }))).toBe(true);
    });

    it('lets in no more of many at once', async () => {
      const store = await make({ maxRecords: 5, bytes: Number.POSITIVE_INFINITY });
      const many = Array.from({ length: 20 }, () => refused(() => store.insert('things', COUNTING, (id) => ({ id }))));
      expect((await Promise.all(many)).filter((isRefusal) => isRefusal)).toHaveLength(15);
      expect(await store.list('things', [], 99)).toHaveLength(5);
    });
  });
}

const COUNTING: IdPolicy = { kind: 'sequence', minimum: 1n, maximum: 2n ** 63n - 1n };

interface Step {
  readonly kind: 'insert' | 'put' | 'add' | 'update' | 'delete';
  readonly id: Id;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<Step['kind']>('insert', 'put', 'add', 'update', 'delete'),
  id: fc.constantFrom<Id>(1, 2, 3, 4, 2n ** 53n, 'a'),
});

function isRefused(store: RecordStore, { kind, id }: Step): Promise<boolean> {
  const record = { id, kind };
  return refused((): unknown => {
    switch (kind) {
      case 'insert':
        return store.insert('things', COUNTING, (made) => ({ id: made }));
      case 'put':
        return store.put('things', id, record);
      case 'add':
        return store.add('things', id, record);
      case 'update':
        return store.update('things', id, () => record);
      case 'delete':
        return store.delete('things', id);
    }
  });
}

async function refused(act: () => unknown): Promise<boolean> {
  try {
    await act();
    return false;
  } catch (error) {
    if (error instanceof StoreFull) return true;
    throw error;
  }
}
