import fc from 'fast-check';
import type { Contract, Resource, Schema } from '../../openapi/contract';
import { contractOf, shippedWith } from '../../openapi/contract/testing/documents';
import { UNCHANGED } from '../behaviours';
import { createMemoryRecords } from '../world/memory/records';
import { createRandom } from '../world/rules/random';
import type { StoredRecord } from '../world/stores/records';
import { settable, settableWithDefaults, toRecord } from './fields';
import type { Task } from './model';
import { createBodyMembers, newRecord } from './new-record';
import { SOME_CALL } from './testing/call';

const RECORDS = createMemoryRecords();
const SOURCE = { random: createRandom(1), now: 0 };
const PLACE = { collection: 'things', belongs: [] };
const NAMES = ['id', 'name', 'colour', 'size', '__proto__'] as const;

let contract: Contract;
beforeAll(async () => {
  contract = await contractOf(shippedWith({}));
});

/** A request with this body, read by this schema, and a resource of records of another. */
function creating(body: unknown, schema: Schema, ofRecord: Schema): { task: Task; resource: Resource } {
  const [shipped] = contract.resources;
  const operation = shipped?.operations.create;
  if (shipped === undefined || operation === undefined) throw new Error('the contract creates nothing');
  const bodyType = { type: 'application/json', schema, examples: [], pointer: '' };
  const input = { path: {}, query: {}, body, bodyType };
  const bodyMembers = createBodyMembers();
  const task: Task = {
    ...{ contract, records: RECORDS, source: SOURCE, bodyMembers, operation, input, call: SOME_CALL },
    behaviours: UNCHANGED,
  };
  return { task, resource: { ...shipped, idProperty: 'id', schema: ofRecord } };
}

const text: Schema = { type: 'string' };
const properties = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom(...NAMES),
      fc.constantFrom<Schema>(
        text,
        text,
        text,
        { ...text, readOnly: true },
        { ...text, writeOnly: true },
        { ...text, default: 'a default' },
        { type: 'object', properties: { inner: { ...text, readOnly: true } } },
        {},
      ),
    ),
    { selector: ([name]) => name },
  )
  .map((pairs): Record<string, Schema> => Object.fromEntries(pairs));

const schemas = fc.record(
  {
    properties,
    required: fc.subarray([...NAMES], { maxLength: 2 }),
    additionalProperties: fc.boolean(),
  },
  { requiredKeys: ['properties'] },
);
const composed = fc.constant({ anyOf: [{ properties: { name: text } }, { properties: { size: text } }] });
const anySchema = fc.oneof({ weight: 9, arbitrary: schemas }, composed);

const values = fc.oneof({ weight: 8, arbitrary: fc.constantFrom('a', 'b') }, fc.constantFrom(1, null, { inner: 'c' }));

/**
 * A record's schema, that of a body, which differs in some properties, and a body: mostly some of the record's properties
 * in their order, else anything.
 */
const cases = fc.tuple(anySchema, anySchema, fc.boolean()).chain(([ofRecord, other, isAlike]) => {
  const named = 'properties' in ofRecord ? ofRecord.properties : {};
  const differing = Object.entries('properties' in other ? other.properties : {}).slice(0, 1);
  const schema = isAlike ? { properties: Object.fromEntries([...Object.entries(named), ...differing]) } : other;
  const own = Object.keys(named);
  const names = fc.oneof(
    { weight: 4, arbitrary: fc.subarray(own) },
    fc.uniqueArray(fc.constantFrom(...NAMES, 'strange')),
  );
  const bodies = names.chain((some) =>
    fc
      .array(values, { minLength: some.length, maxLength: some.length })
      .map((of) => Object.fromEntries(some.map((name, place) => [name, of[place]]))),
  );
  return fc.tuple(fc.constant(schema), fc.constant(ofRecord), bodies);
});

/** What `create` stores of a body, and what the plain way alone makes of it. */
function bothWays(task: Task, resource: Resource): readonly [made: unknown, plain: unknown] {
  const plain = () =>
    toRecord(
      task,
      resource,
      PLACE,
      7,
      () => settableWithDefaults(task, resource),
      () => settable(task, resource),
    );
  return [result(() => newRecord(task, resource, PLACE, 7)), result(plain)];
}

/** In order; or why there is none. */
function result(make: () => StoredRecord): unknown {
  try {
    return Object.entries(make());
  } catch (error) {
    return String(error);
  }
}

/** How often the plain way is taken for this body, when it comes so many times. */
function walksFor(task: Task, resource: Resource, times: number): number {
  let walks = 0;
  const seen: Task = {
    ...task,
    get source() {
      walks += 1;
      return task.source;
    },
  };
  for (let nth = 0; nth < times; nth += 1) newRecord(seen, resource, PLACE, nth);
  return walks;
}

const mapValues = (body: object, change: () => unknown): object =>
  Object.fromEntries(Object.keys(body).map((name) => [name, change()]));

describe('a new record', () => {
  it('is the one that the plain way makes, in the same order, whatever was sent before', () => {
    fc.assert(
      fc.property(cases, fc.array(values, { minLength: 1, maxLength: 6 }), ([schema, ofRecord, body], others) => {
        const { task, resource } = creating(body, schema, { ...ofRecord, type: 'object' });
        // The first time it is found out whether the body is kept; then others of the same members come.
        const bodies = [body, body, ...others.map((value) => mapValues(body, () => value))];
        for (const one of bodies) {
          const [made, plain] = bothWays({ ...task, input: { ...task.input, body: one } }, resource);
          expect(made).toStrictEqual(plain);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('is taken as it was sent from the second time on: what the shipped contract shows', () => {
    const [resource] = contract.resources;
    const schema = resource?.operations.create?.body?.content[0]?.schema ?? {};
    for (const body of [
      { name: 'Rex', categoryId: 1, status: 'sold' },
      { name: 'Rex', categoryId: 2n ** 60n },
    ]) {
      const { task } = creating(body, schema, {});
      if (resource === undefined) throw new Error('the contract has no resource');
      expect(newRecord(task, resource, PLACE, 7)).toStrictEqual({ id: 7, ...body });
      expect(walksFor(task, resource, 5)).toBe(0);
      expect(newRecord(task, resource, PLACE, 8)).toStrictEqual({ id: 8, ...body });
    }
  });

  it.each<[string, Schema, object]>([
    ['has more to it than was sent', { required: ['size'], properties: { name: text, size: text } }, { name: 'Rex' }],
    [
      'may be one of several',
      { anyOf: [{ properties: { name: text } }, { properties: { size: text } }] },
      { name: 'R' },
    ],
    ['has an object in it', { properties: { name: {} } }, { name: {} }],
  ])('is made the plain way each time where it %s', (_, ofRecord, body) => {
    const { task, resource } = creating(body, { properties: { name: {} } }, ofRecord);
    expect(walksFor(task, resource, 5)).toBeGreaterThanOrEqual(5);
  });

  it('of which a default depends on what was sent has the default wherever it may', () => {
    const ofRecord: Schema = {
      type: 'object',
      properties: { name: text, size: { ...text, default: 'a default' } },
      not: { required: ['size'], properties: { name: { const: 'a' }, size: { const: 'a default' } } },
    };
    const schema: Schema = { properties: { name: text, size: { ...text, default: 'a default' } } };
    const { task: first, resource } = creating({}, schema, ofRecord);
    for (const name of ['a', 'a', 'b', 'a', 'b']) {
      const task = { ...first, input: { ...first.input, body: { name } } };
      const [made, plain] = bothWays(task, resource);
      expect(made).toStrictEqual(plain);
    }
  });
});
