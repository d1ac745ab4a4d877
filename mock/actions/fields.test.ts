import fc from 'fast-check';
import type { Contract, Resource, Schema } from '../../openapi/contract';
import { contractOf, shippedWith } from '../../openapi/contract/testing/documents';
import { UNCHANGED } from '../behaviours';
import { Problem } from '../errors/problems';
import { createMemoryBirths, createMemoryRecords } from '../world/memory/records';
import { createRandom } from '../world/rules/random';
import { keepReadOnly, mergePatch, settable, settableWithDefaults, toRecord } from './fields';
import type { Task } from './model';
import { createBodyMembers } from './new-record';
import { SOME_CALL } from './testing/call';

/** What a body may say: more than a record has, and a default. */
const BODY: Schema = {
  type: 'object',
  properties: {
    id: { type: 'integer', default: 7 },
    name: { type: 'string' },
    categoryId: { type: 'integer', format: 'int64' },
    status: { type: 'string', default: 'pending' },
    born: { type: 'string', default: 'long ago' },
  },
};

let contract: Contract;
beforeAll(async () => {
  const born = { type: 'string', readOnly: true };
  contract = await contractOf(shippedWith({ '/components/schemas/NewPet/properties/born': born }));
});

/** The task of a request with this body, and the resource that it is about. */
async function creating(body: unknown): Promise<{ task: Task; resource: Resource }> {
  const [resource] = contract.resources;
  const operation = resource?.operations.create;
  if (resource === undefined || operation === undefined) throw new Error('the contract creates nothing');
  const bodyType = { type: 'application/json', schema: BODY, examples: [], pointer: '' };
  const input = { path: {}, query: {}, body, bodyType };
  const source = { random: createRandom(1), now: 0 };
  const [records, bodyMembers] = [createMemoryRecords(), createBodyMembers()];
  const unset = { births: createMemoryBirths(() => 0), behaviours: UNCHANGED };
  return { task: { contract, records, source, bodyMembers, operation, input, call: SOME_CALL, ...unset }, resource };
}

const PLACE = { collection: 'pets', belongs: [] };

describe('what a body sets', () => {
  it('is what its schema names, but neither the id nor what is read-only', async () => {
    const { task, resource } = await creating({ id: 5, name: 'Kiwi', born: 'today', colour: 'green' });
    expect(settable(task, resource)).toEqual({ name: 'Kiwi' });
  });

  it('is nothing where it is no object', async () => {
    const { task, resource } = await creating(['Kiwi']);
    expect(settable(task, resource)).toEqual({});
  });

  it('has the defaults of the schema for what it leaves out, the id again excepted', async () => {
    const { task, resource } = await creating({ name: 'Kiwi' });
    expect(settableWithDefaults(task, resource)).toEqual({ name: 'Kiwi', status: 'pending', born: 'long ago' });
  });

  it('comes before the defaults', async () => {
    const { task, resource } = await creating({ status: 'sold' });
    expect(settableWithDefaults(task, resource).status).toBe('sold');
  });
});

describe('a record', () => {
  it('has its id first, then the fields in the order of the schema, and what is required', async () => {
    const { task, resource } = await creating(undefined);
    const record = toRecord(task, resource, PLACE, 9007199254740993n, () => ({
      status: 'sold',
      name: 'Kiwi',
      extra: 1,
    }));
    expect(Object.entries(record)).toEqual([
      ['id', 9007199254740993n],
      ['name', 'Kiwi'],
      ['categoryId', 1],
      ['status', 'sold'],
    ]);
  });

  it('has the id that it is given, whatever the fields say', async () => {
    const { task, resource } = await creating(undefined);
    expect(toRecord(task, resource, PLACE, 4, () => ({ id: 5, name: 'Kiwi', categoryId: 1 })).id).toBe(4);
  });

  it('has of its parents what its place says, whatever the fields say', async () => {
    const { task, resource } = await creating(undefined);
    const place = { collection: 'pets', belongs: [{ property: 'categoryId', anyOf: [12] }] };
    expect(toRecord(task, resource, place, 4, () => ({ name: 'Kiwi', categoryId: 1 })).categoryId).toBe(12);
  });

  it('that the contract would not let be shown for what the client sent is refused', async () => {
    const fields = { name: 'Kiwi', categoryId: 2 ** 63 };
    const { task, resource } = await creating(fields);
    const make = () => toRecord(task, resource, PLACE, 4, () => fields);
    expect(make).toThrow(Problem);
    expect(make).toThrow('/categoryId must be an integer of 64 bits, not 9223372036854776000.');
  });

  it('that the contract would not let be shown for what the mock added is made without it', async () => {
    const { task, resource } = await creating({ name: 'Kiwi' });
    const record = toRecord(
      task,
      resource,
      PLACE,
      4,
      () => ({ name: 'Kiwi', status: 'lost' }),
      () => ({ name: 'Kiwi' }),
    );
    expect(record).toEqual({ id: 4, name: 'Kiwi', categoryId: 1 });
  });

  it('that can only be made wrong is a fault of the mock, and no problem of the client', async () => {
    const { task, resource } = await creating({ name: 'Kiwi' });
    const make = () => toRecord(task, resource, PLACE, 4, () => ({ name: 'Kiwi', status: 'lost' }));
    expect(make).not.toThrow(Problem);
    expect(make).toThrow(
      'No record of pets was found that the contract lets be shown: ' +
        '/status must be one of "available", "pending", "sold", not "lost".',
    );
  });
});

describe('a record that is replaced', () => {
  it('keeps what no client may set, at every depth', () => {
    const schema: Schema = {
      properties: {
        made: { readOnly: true },
        name: {},
        home: { properties: { town: {}, place: { allOf: [{ readOnly: true }] } } },
      },
    };
    const before = { made: 1, name: 'a', home: { town: 'a', place: 2 } };
    expect(keepReadOnly(schema, before, { made: 7, home: { town: 'b' } })).toEqual({
      made: 1,
      home: { town: 'b', place: 2 },
    });
    expect(keepReadOnly(schema, before, { name: 'b' })).toEqual({ made: 1, name: 'b' });
  });
});

describe('a merge patch', () => {
  it('takes nothing away that the schema requires', () => {
    const home: Schema = { required: ['town'], properties: { town: {}, street: {} } };
    const schema: Schema = { required: ['name'], properties: { name: {}, home } };
    const patch = { name: null, home: { town: null, street: null } };
    expect(mergePatch({ name: 'a', home: { town: 'a', street: 'b' } }, patch, schema)).toEqual({
      name: null,
      home: { town: null },
    });
  });

  // RFC 7396, appendix A.
  it.each<[unknown, unknown, unknown]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('makes of %j with %j %j', (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result);
  });

  it('takes names that every object inherits for names like any other', () => {
    const patch = JSON.parse('{"__proto__":{"admin":true},"constructor":null}');
    const merged = mergePatch({ a: 1 }, patch);
    expect(Object.entries(Object(merged))).toEqual([
      ['a', 1],
      ['__proto__', { admin: true }],
    ]);
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
  });

  it('changes neither the record nor itself, and the second time nothing more', () =>
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (target, patch) => {
        const before = JSON.stringify([target, patch]);
        const once = mergePatch(target, patch);
        expect(JSON.stringify([target, patch])).toBe(before);
        expect(mergePatch(once, patch)).toEqual(once);
      }),
    ));
});
