import fc from 'fast-check';
import { exactInteger } from '../../../openapi/contract';
import {
  type Collections,
  type Condition,
  type Id,
  type IdPolicy,
  OutOfIds,
  type PageBegin,
  type RecordStore,
  type StoredRecord,
  type Value,
} from './records';
import { describeRecordStoreChanges } from './records-changes.behaviour';
import type { Awaitable } from './store';

/** What every store of records does, wherever it keeps them. */
export function describeRecordStore(name: string, make: () => Awaitable<RecordStore>): void {
  describe(`${name}, after any steps`, () => {
    it('has what an array has that filters and sorts, and gives the ids that a list of all that ever were leaves', () =>
      fc.assert(
        fc.asyncProperty(policy, fc.array<Step>(step, { maxLength: 40 }), async (ids, steps) => {
          const store = await make();
          const model: Model = { records: [], everUsed: new Set() };
          expect(await store.get('things', 1, [], () => undefined)).toBeUndefined();
          for (const step of steps) await takeInBoth(step, ids, store, model);
          for (const conditions of [[], [{ property: 'colour', anyOf: SCALARS }]])
            expect(await store.list('things', conditions, Infinity)).toEqual(matching(model, conditions));
          const count = model.records.length;
          expect(await store.collections()).toEqual(model.everUsed.size === 0 ? [] : [{ name: 'things', count }]);
          await store.put('others', 1, { id: 1 });
          expect(await store.list('others', [], Infinity)).toEqual([{ id: 1 }]);
          expect(await store.get('others', 2)).toBeUndefined();
          expect(await store.list('things', [], Infinity)).toEqual(matching(model, []));
        }),
        { numRuns: 300, examples: LIVES },
      ));

    it('goes on from what another hands over as an array of the same would, with its memory of ids or without', () =>
      fc.assert(
        fc.asyncProperty(policy, steps, steps, steps, fc.boolean(), async (ids, before, steps, after, remembers) => {
          const [first, second] = [await make(), await make()];
          const model: Model = { records: [], everUsed: new Set() };
          const forgotten: Model = { records: [], everUsed: new Set() };
          for (const step of steps) await takeInBoth(step, ids, first, model);
          // What a store had before it was restored is forgotten.
          for (const step of before) await takeInBoth(step, ids, second, forgotten);
          const dumped = await first.dump();
          const all = matching(model, []).map((record) => [record.id, record] as const);
          expect([...(dumped.get('things') ?? [])]).toEqual(all);
          const memories = remembers ? await first.idMemories() : undefined;
          const unordered = new Map([...dumped].map(([key, records]) => [key, new Map([...records].reverse())]));
          await second.restore(unordered, memories);
          for (const records of unordered.values()) records.clear();
          expect(await second.collections()).toEqual(await first.collections());
          expect(await contentOf(second)).toEqual(dumped);
          const present = new Set(model.records.map(({ id }) => id));
          const restored: Model = { records: model.records, everUsed: remembers ? new Set(model.everUsed) : present };
          for (const step of after) await takeInBoth(step, ids, second, restored);
          expect(await second.list('things', [], Infinity)).toEqual(matching(restored, []));
          expect(await first.dump()).toEqual(dumped);
        }),
      ));

    it('asks for another text until one is free, behind any number that are taken, and fails when there is none', async () => {
      const store = await make();
      const insert = async (ids: IdPolicy) => (await store.insert('things', ids, (id) => ({ id }))).id;
      const letters: IdPolicy = { kind: 'made', make: (nth) => 'abc'.charAt(nth % 3) };
      expect([await insert(letters), await insert(letters), await insert(letters)].sort()).toEqual(['a', 'b', 'c']);
      await expect(insert(letters)).rejects.toThrow(OutOfIds);
      const taken = Array.from({ length: 2000 }, (_, nth) => String(nth + 2001));
      await store.restore(new Map([['things', new Map(taken.map((id): [Id, StoredRecord] => [id, { id }]))]]));
      expect(await insert({ kind: 'made', make: String })).toBe('4001');
    });

    it('does not find by what every object inherits', async () => {
      const store = await make();
      await store.put('things', 1, { id: 1 });
      expect(await store.list('things', [{ property: '__proto__', anyOf: [{}] }], 10)).toEqual([]);
    });
  });

  describeRecordStoreChanges(name, make);
}

/** All that a snapshot shows. */
async function contentOf(store: RecordStore): Promise<Collections> {
  const content = new Map<string, Map<Id, StoredRecord>>();
  const { collections, close } = await store.snapshot();
  for (const { name, count, batches } of collections) {
    const records = new Map<Id, StoredRecord>();
    for await (const batch of batches()) for (const [id, record] of batch) records.set(id, record);
    expect([...records.keys()].toSorted(compare)).toEqual([...records.keys()]);
    expect(records.size).toBe(count);
    content.set(name, records);
  }
  close();
  return content;
}

/** The naive store: what has been stored, in any order, and every id that was ever in use. */
interface Model {
  records: readonly (StoredRecord & { readonly id: Id })[];
  readonly everUsed: Set<Id>;
}

/** The id that a sequence gives next: above the highest there ever was, else the lowest that was left out. */
function nextId({ minimum, maximum, step = 1n }: IdPolicy & { kind: 'sequence' }, { everUsed }: Model): Id | undefined {
  const numbers = [...everUsed].flatMap((id) =>
    typeof id === 'string' ? [] : [BigInt(typeof id === 'number' ? Math.floor(id) : id)],
  );
  const last = numbers.toSorted((one, other) => (one < other ? -1 : 1)).at(-1);
  const next = last === undefined || last < minimum ? minimum : last + step - ((last - minimum) % step);
  if (next <= maximum) return exactInteger(next);
  for (let id = minimum; id <= maximum; id += step) if (!everUsed.has(exactInteger(id))) return exactInteger(id);
  return undefined;
}

type Step =
  | { readonly kind: 'insert' | 'fail'; readonly fields: StoredRecord }
  | { readonly kind: 'put' | 'add'; readonly id: Id; readonly fields: StoredRecord }
  | {
      readonly kind: 'update';
      readonly id: Id;
      readonly fields: StoredRecord;
      readonly conditions: readonly Condition[];
    }
  | {
      readonly kind: 'getOrMake';
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

const policy = fc.constantFrom<IdPolicy>(
  COUNTING,
  { kind: 'made', make: String },
  { kind: 'sequence', minimum: 1n, maximum: 4n },
  { kind: 'sequence', minimum: 5n, maximum: 20n, step: 5n },
  { kind: 'sequence', minimum: -(2n ** 63n), maximum: 2n ** 53n + 2n },
);

/** Does the same to both, and holds what the store answers against the model. */
async function takeInBoth(step: Step, ids: IdPolicy, store: RecordStore, model: Model): Promise<void> {
  switch (step.kind) {
    case 'insert': {
      const given: Id[] = [];
      const inserting = async () =>
        store.insert('things', ids, (id) => {
          given.push(id);
          return { ...step.fields, id };
        });
      const expected = ids.kind === 'sequence' ? nextId(ids, model) : undefined;
      if (ids.kind === 'sequence' && expected === undefined) {
        await expect(inserting()).rejects.toThrow(OutOfIds);
        break;
      }
      const record = await inserting();
      expect(given).toEqual([expected ?? expect.anything()]);
      for (const id of given) {
        expect(model.everUsed).not.toContain(id);
        expect(record).toEqual({ ...step.fields, id });
        keep(model, id, step.fields);
      }
      break;
    }
    case 'fail': {
      const fail = (): never => {
        throw new TypeError('not a thing');
      };
      if (ids.kind === 'made' || nextId(ids, model) !== undefined)
        await expect((async () => store.insert('things', ids, fail))()).rejects.toThrow(TypeError);
      const [first] = matching(model, []);
      if (first !== undefined)
        await expect((async () => store.update('things', first.id, fail))()).rejects.toThrow(TypeError);
      break;
    }
    case 'put':
      await store.put('things', step.id, { ...step.fields, id: step.id });
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
    case 'getOrMake': {
      const make = jest.fn(() => ({ ...step.fields, id: step.id }));
      const isNew = !model.everUsed.has(step.id);
      if (isNew) keep(model, step.id, step.fields);
      const found = matching(model, step.conditions).find(({ id }) => id === step.id);
      expect(await store.get('things', step.id, step.conditions, make)).toEqual(found);
      expect(make.mock.calls.length > 0).toBe(isNew);
      break;
    }
    case 'update': {
      const found = matching(model, step.conditions).find(({ id }) => id === step.id);
      const change = jest.fn((before: StoredRecord) => ({ ...before, ...step.fields }));
      expect(await store.update('things', step.id, change, step.conditions)).toEqual(
        found && { ...found, ...step.fields },
      );
      expect(change.mock.calls.length > 0).toBe(found !== undefined);
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

const matching = ({ records }: Model, conditions: readonly Condition[]): Model['records'] =>
  records
    .filter((record: StoredRecord) => conditions.every(({ property, anyOf }) => anyOf.includes(record[property])))
    .toSorted((a, b) => compare(a.id, b.id));

/** Numbers by value, however they are held, before texts by UTF-16 unit. */
function compare(a: Id, b: Id): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : 1;
  if (typeof a === 'string') return 1;
  if (typeof b === 'string') return -1;
  return a < b ? -1 : 1;
}

const IDS: readonly Id[] = [
  ...[1, 2, 3, 4, 5, 7, 10, 12, -7, 0, 1.5],
  ...[2 ** 53 - 1, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 62n)],
  ...['1', '2', '3', '5', '10', '', 'a', 'B', 'é', '🐈', '\uffff', 'constructor', '__proto__'],
];

/** Mostly one of two, so that what is gone comes again. */
const id = fc.oneof(fc.constantFrom<Id>(1, 'a'), fc.constantFrom(...IDS));

/** Few values, so that conditions meet records; and those that are easily taken for one another. */
const SCALARS: readonly Value[] = [
  ...[1, '1', 2, '1,2', true, 'true', null, 'null', '', '"', 'undefined'],
  ...[2 ** 53 - 1, 2n ** 53n, 2n ** 53n + 1n, '9007199254740993'],
];

const scalar = fc.constantFrom(...SCALARS);

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
  fc.record({ kind: fc.constantFrom('insert' as const, 'insert' as const, 'fail' as const), fields }),
  fc.record({ kind: fc.constantFrom('put' as const, 'add' as const), id, fields }),
  fc.record({ kind: fc.constantFrom('update' as const, 'getOrMake' as const), id, fields, conditions: fewConditions }),
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

const steps = fc.array(step);

const INSERT: Step = { kind: 'insert', fields: {} };

/** What chance rarely does: it counts over 2^53, and asks for what is gone. */
const LIVES: [IdPolicy, Step[]][] = [
  [COUNTING, [{ kind: 'put', id: 2 ** 53 - 2, fields: {} }, INSERT, INSERT, INSERT]],
  [
    COUNTING,
    [INSERT, { kind: 'delete', id: 1, conditions: [] }, { kind: 'getOrMake', id: 1, fields: {}, conditions: [] }],
  ],
];
