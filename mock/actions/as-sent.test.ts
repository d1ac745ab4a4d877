import fc from 'fast-check';
import type { Contract, Resource, Schema } from '../../openapi/contract';
import { contractOf, shippedWith } from '../../openapi/contract/testing/documents';
import { createMemoryRecords } from '../world/memory/records';
import { createRandom } from '../world/rules/random';
import { recordAsSent } from './as-sent';
import { settable, settableWithDefaults, toRecord } from './fields';
import type { Task } from './model';

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
  const task: Task = { contract, records: RECORDS, source: SOURCE, operation, input };
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

describe('a record that is taken as it was sent', () => {
  it('is the one that the plain way makes, in the same order', () => {
    let taken = 0;
    fc.assert(
      fc.property(cases, ([schema, ofRecord, body]) => {
        const { task, resource } = creating(body, schema, { ...ofRecord, type: 'object' });
        const asSent = recordAsSent(task, resource, PLACE, 7);
        if (asSent === undefined) return;
        taken += 1;
        const made = toRecord(
          task,
          resource,
          PLACE,
          7,
          () => settableWithDefaults(task, resource),
          () => settable(task, resource),
        );
        expect(Object.entries(asSent)).toStrictEqual(Object.entries(made));
      }),
      { numRuns: 3000 },
    );
    // Enough to tell.
    expect(taken).toBeGreaterThan(50);
  });

  it('is most that a client sends: what the shipped contract shows, whole or without what is optional', () => {
    const [resource] = contract.resources;
    const schema = resource?.operations.create?.body?.content[0]?.schema ?? {};
    for (const body of [
      { name: 'Rex', categoryId: 1, status: 'sold' },
      { name: 'Rex', categoryId: 2n ** 60n },
    ]) {
      const { task } = creating(body, schema, {});
      expect(resource && recordAsSent(task, resource, PLACE, 7)).toStrictEqual({ id: 7, ...body });
    }
  });

  it.each<[string, Schema, object]>([
    ['of a parent, whose name it bears', {}, { name: 'Rex' }],
    [
      'that has more to it than was sent',
      { required: ['size'], properties: { name: text, size: text } },
      { name: 'Rex' },
    ],
    ['that the contract would not let be shown', { properties: { name: { maxLength: 2 } } }, { name: 'Rex' }],
  ])('is none %s', (why, ofRecord, body) => {
    const { task, resource } = creating(
      body,
      { properties: { name: text } },
      { properties: { name: text }, ...ofRecord },
    );
    const belongs = why.startsWith('of a parent') ? [{ property: 'owner', anyOf: [1] }] : [];
    expect(recordAsSent(task, resource, { collection: 'things', belongs }, 7)).toBeUndefined();
  });
});
