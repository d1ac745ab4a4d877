import fc from 'fast-check';
import { putRecord } from '../testing/records';
import type { Condition, Id, IdPolicy, PageBegin, RecordStore, StoredRecord, Value } from './records';
import type { Awaitable } from './store';

/** What every store of records does, wherever it keeps them. */
export function describeRecordStore(name: string, make: () => Awaitable<RecordStore>): void {
  describe(`${name}, after any steps`, () => {
    it.each([
      ['numbers', COUNTING],
      ['texts', TEXTS],
    ])('has what an array has that filters and sorts, and gives no id twice, with %s for new ids', (_, ids) =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
          const store = await make();
          await putRecord(store, 'others', 1, { id: 1 });
          const model: Model = { records: [], everUsed: new Set() };
          for (const step of steps) await takeInBoth(step, ids, store, model);
          expect(await store.list('things', [], Infinity)).toEqual(matching(model, []));
          expect(await store.list('others', [], Infinity)).toEqual([{ id: 1 }]);
        }),
        { numRuns: 300 },
      ),
    );

    it.each([
      ['numbers', COUNTING],
      ['texts', TEXTS],
    ])('goes on from what another hands over as an array of the same would, with %s for new ids', (_, ids) =>
      fc.assert(
        fc.asyncProperty(fc.array(step), fc.array(step), fc.array(step), async (before, steps, after) => {
          const [first, second] = [await make(), await make()];
          const model: Model = { records: [], everUsed: new Set() };
          const forgotten: Model = { records: [], everUsed: new Set() };
          for (const step of steps) await takeInBoth(step, ids, first, model);
          // What a store had before it was restored is forgotten, and who has left is not handed over.
          for (const step of before) await takeInBoth(step, ids, second, forgotten);
          const dumped = await first.dump();
          expect([...(dumped.get('things')?.values() ?? [])]).toEqual(matching(model, []));
          await second.restore(dumped);
          expect(await second.collections()).toEqual(await first.collections());
          const restored: Model = { records: model.records, everUsed: new Set(model.records.map(({ id }) => id)) };
          for (const step of after) await takeInBoth(step, ids, second, restored);
          expect(await second.list('things', [], Infinity)).toEqual(matching(restored, []));
          expect(await first.dump()).toEqual(dumped);
        }),
      ),
    );
  });
}

/** The naive store: what has been stored, in any order, and every id that was ever in use. */
interface Model {
  records: readonly (StoredRecord & { readonly id: Id })[];
  readonly everUsed: Set<Id>;
}

type Step =
  | { readonly kind: 'insert'; readonly fields: StoredRecord }
  | { readonly kind: 'put' | 'add'; readonly id: Id; readonly fields: StoredRecord }
  | {
      readonly kind: 'update';
      readonly id: Id;
      readonly fields: StoredRecord;
      readonly conditions: readonly Condition[];
    }
  | { readonly kind: 'delete'; readonly id: Id; readonly conditions: readonly Condition[] }
  | { readonly kind: 'get'; readonly id: Id }
  | {
      readonly kind: 'page';
      readonly conditions: readonly Condition[];
      readonly begin: PageBegin;
      readonly most: number;
    }
  | { readonly kind: 'list'; readonly conditions: readonly Condition[]; readonly limit: number };

const COUNTING: IdPolicy = { kind: 'sequence', minimum: 1n, maximum: 2n ** 63n - 1n };
const TEXTS: IdPolicy = { kind: 'made', make: String };

/** Does the same to both, and holds what the store answers against the model. */
async function takeInBoth(step: Step, ids: IdPolicy, store: RecordStore, model: Model): Promise<void> {
  switch (step.kind) {
    case 'insert': {
      const given: Id[] = [];
      const record = await store.insert('things', ids, (id) => {
        given.push(id);
        return { ...step.fields, id };
      });
      expect(given).toHaveLength(1);
      for (const id of given) {
        expect(model.everUsed).not.toContain(id);
        expect(record).toEqual({ ...step.fields, id });
        keep(model, id, step.fields);
      }
      break;
    }
    case 'put':
      await putRecord(store, 'things', step.id, { ...step.fields, id: step.id });
      keep(model, step.id, step.fields);
      break;
    case 'add': {
      const isFree = model.records.every(({ id }) => id !== step.id);
      expect(await store.add('things', step.id, { ...step.fields, id: step.id })).toBe(isFree);
      if (isFree) keep(model, step.id, step.fields);
      break;
    }
    case 'get':
      expect(await store.get('things', step.id)).toEqual(model.records.find(({ id }) => id === step.id));
      break;
    case 'update': {
      const found = matching(model, step.conditions).find(({ id }) => id === step.id);
      const updated = await store.update(
        'things',
        step.id,
        (before) => ({ ...before, ...step.fields }),
        step.conditions,
      );
      expect(updated).toEqual(found && { ...found, ...step.fields });
      if (found !== undefined) keep(model, step.id, { ...found, ...step.fields });
      break;
    }
    case 'delete': {
      const found = matching(model, step.conditions).find(({ id }) => id === step.id);
      expect(await store.delete('things', step.id, step.conditions)).toEqual(found);
      model.records = model.records.filter((record) => record !== found);
      break;
    }
    case 'page': {
      const all = matching(model, step.conditions);
      const { records, firstId, lastId, skipped, total } = await store.page(
        'things',
        step.conditions,
        step.begin,
        step.most,
      );
      expect(records).toEqual(all.slice(skipped, skipped + records.length));
      expect(total).toBe(all.length);
      expect([firstId, lastId]).toEqual([records[0]?.id, records.at(-1)?.id]);
      expect([skipped, skipped + records.length]).toEqual(placesOf(all, step.begin, step.most));
      break;
    }
    case 'list':
      expect(await store.list('things', step.conditions, step.limit)).toEqual(
        matching(model, step.conditions).slice(0, step.limit),
      );
  }
}

/** Where a page begins in the array, and where it has ended. */
function placesOf(all: readonly StoredRecord[], begin: PageBegin, most: number): readonly number[] {
  const earlier = (than: Id, orSame: boolean): number =>
    // The model's records have their ids.
    all.filter(({ id: one }) => (one === than ? orSame : compare(one as Id, than) < 0)).length;
  if ('before' in begin) {
    const to = earlier(begin.before, false);
    return [Math.max(0, to - most), to];
  }
  const from = 'skip' in begin ? Math.min(begin.skip, all.length) : earlier(begin.after, true);
  return [from, Math.min(from + most, all.length)];
}

function keep(model: Model, id: Id, fields: StoredRecord): void {
  model.records = [...model.records.filter((record) => record.id !== id), { ...fields, id }];
  model.everUsed.add(id);
}

const matching = ({ records }: Model, conditions: readonly Condition[]): readonly StoredRecord[] =>
  records
    .filter((record: StoredRecord) => conditions.every(({ property, anyOf }) => anyOf.includes(record[property])))
    .toSorted((a, b) => compare(a.id, b.id));

/** Numbers by value, however they are held, before texts by UTF-16 unit. */
function compare(a: Id, b: Id): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : 1;
  if (typeof a === 'string') return 1;
  if (typeof b === 'string') return -1;
  return BigInt(a) < BigInt(b) ? -1 : 1;
}

const id: fc.Arbitrary<Id> = fc.constantFrom<Id>(
  ...[1, 2, 3, 4, 5, 10, -7, 0],
  ...[2 ** 53 - 1, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 62n)],
  ...['1', '2', '3', '5', '10', '', 'a', 'B', 'é', '🐈', '\uffff', 'constructor', '__proto__'],
);

/** Few values, so that conditions meet records; and those that are easily taken for one another. */
const scalar: fc.Arbitrary<Value> = fc.constantFrom<Value>(
  ...[1, '1', 2, '1,2', true, 'true', null, 'null', '', '"', 'undefined'],
  ...[2 ** 53 - 1, 2n ** 53n, 2n ** 53n + 1n, '9007199254740993'],
);

const fields: fc.Arbitrary<StoredRecord> = fc.record(
  { colour: scalar, size: fc.oneof(scalar, fc.constantFrom<Value>([], [1], [1, 2], {})), '': scalar },
  { requiredKeys: [] },
);

const condition: fc.Arbitrary<Condition> = fc.record({
  property: fc.constantFrom('colour', 'size', '', 'constructor'),
  anyOf: fc.array(scalar, { maxLength: 4 }),
});

/** Mostly none. */
const fewConditions = fc.array(condition, { maxLength: 1, size: 'xsmall' });

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), fields }),
  fc.record({ kind: fc.constantFrom('put' as const, 'add' as const), id, fields }),
  fc.record({ kind: fc.constant('update' as const), id, fields, conditions: fewConditions }),
  fc.record({ kind: fc.constant('delete' as const), id, conditions: fewConditions }),
  fc.record({ kind: fc.constant('get' as const), id }),
  fc.record({
    kind: fc.constant('page' as const),
    conditions: fc.array(condition, { maxLength: 2 }),
    begin: fc.oneof(
      fc.record({ skip: fc.integer({ min: 0, max: 5 }) }),
      fc.record({ after: id }),
      fc.record({ before: id }),
    ),
    most: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constant(Infinity)),
  }),
  fc.record({
    kind: fc.constant('list' as const),
    conditions: fc.array(condition, { maxLength: 2 }),
    limit: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constant(Infinity)),
  }),
);
