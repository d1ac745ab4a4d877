import Ajv from 'ajv/dist/2020';
import fc from 'fast-check';
import { rounds } from '../../program/testing/long';
import type { Schema } from '../model/schema';
import { schemas, valuesOf } from '../testing/schemas';
import { validatorOf } from './validators';

/** The pointer at which a request's value breaks its schema; undefined where it fits. */
const brokenAt = (schema: Schema, value: unknown): string | undefined => validatorOf(schema, 'request')(value)?.pointer;
const fits = (schema: Schema, value: unknown): boolean => brokenAt(schema, value) === undefined;

test('a schema has one validator for each direction', () => {
  const schema: Schema = { type: 'string' };
  expect(validatorOf(schema, 'request')).toBe(validatorOf(schema, 'request'));
  expect(validatorOf(schema, 'request')).not.toBe(validatorOf(schema, 'response'));
});

describe('null fits', () => {
  test.each<[string, Schema, boolean]>([
    ['what 3.0 calls nullable', { type: 'string', nullable: true }, true],
    ['a nullable integer', { type: 'integer', format: 'int64', nullable: true }, true],
    ['a type of 3.1 beside others', { type: ['string', 'null'] }, true],
    ['a nullable enumeration, though it does not list null', { type: 'string', nullable: true, enum: ['a'] }, true],
    ['nullable beside allOf', { nullable: true, allOf: [{ type: 'object' }] }, true],
    ['no allOf that is not nullable', { allOf: [{ type: 'object' }] }, false],
    ['no enumeration that is not nullable', { type: 'string', enum: ['a'] }, false],
    ['no other type', { type: 'string' }, false],
  ])('%s', (_, schema, expected) => {
    expect(fits(schema, null)).toBe(expected);
  });

  test('and a nullable schema takes nothing else', () => {
    expect(fits({ type: 'string', nullable: true, enum: ['a'] }, 'b')).toBe(false);
    expect(fits({ type: 'string', nullable: true }, 1)).toBe(false);
  });
});

describe('a value beyond 2^53 is told from its neighbours', () => {
  const exact = 9007199254740993n;
  test.each<[string, Schema]>([
    ['in an enumeration', { enum: ['a', exact] }],
    ['as a constant', { const: exact }],
  ])('%s', (_, schema) => {
    expect(fits(schema, exact)).toBe(true);
    expect(fits(schema, exact + 1n)).toBe(false);
    expect(fits(schema, 9007199254740992)).toBe(false);
  });
});

test('a value fits a schema as an independent ajv has it', () => {
  const seen = new Set<boolean>();
  fc.assert(
    fc.property(schemas, valuesOf(fc.constantFrom<unknown[]>('a', 'b', 'c', 1, 1.5, null)), (schema, value) => {
      const expected = new Ajv({ strict: false, logger: false }).validate(schema, value);
      seen.add(expected);
      expect(fits(schema, value)).toBe(expected);
    }),
    { numRuns: rounds(500) },
  );
  expect(seen.size).toBe(2);
});

test('what OpenAPI says beside a schema, and JSON Schema does not, judges nothing', () => {
  const schema: Schema = { type: 'string', discriminator: { propertyName: 'kind' }, 'x-note': { a: 1 }, xml: {} };
  expect([fits(schema, 'a'), fits(schema, 1)]).toEqual([true, false]);
});

describe('a property that is required', () => {
  const schema: Schema = {
    type: 'object',
    required: ['id', 'name', 'secret'],
    properties: {
      id: { type: 'integer', readOnly: true },
      name: { type: 'string' },
      secret: { type: 'string', writeOnly: true },
    },
  };

  test('need not be sent where it is readOnly', () => {
    expect(validatorOf(schema, 'request')({ name: 'a', secret: 'b' })).toBeUndefined();
    expect(validatorOf(schema, 'request')({ id: 1, name: 'a' })?.pointer).toBe('/secret');
  });

  test('need not come back where it is writeOnly', () => {
    expect(validatorOf(schema, 'response')({ id: 1, name: 'a' })).toBeUndefined();
    expect(validatorOf(schema, 'response')({ name: 'a', secret: 'b' })?.pointer).toBe('/id');
  });

  test('is so, too, where the schema that requires it is not the one that describes it', () => {
    const { required = [], ...described } = schema;
    const whole: Schema = { allOf: [described], required };
    const choice: Schema = { anyOf: [described, { properties: { id: { type: 'integer' } } }], required };
    expect(validatorOf(whole, 'request')({ name: 'a', secret: 'b' })).toBeUndefined();
    expect(validatorOf(whole, 'response')({ id: 1, name: 'a' })).toBeUndefined();
    expect(validatorOf(whole, 'request')({ secret: 'b' })?.pointer).toBe('/name');
    // It may be sent as one of the choices has it.
    expect(validatorOf(choice, 'request')({ name: 'a', secret: 'b' })?.pointer).toBe('/id');
  });

  test('is judged all the same where it is there', () => {
    expect(brokenAt(schema, { id: 'x', name: 'a', secret: 'b' })).toBe('/id');
  });
});

describe('a schema that contains itself', () => {
  /** A chain of objects whose links hold a value of this type. */
  function chainOf(type: string): Schema {
    const properties: Record<string, Schema> = { value: { type } };
    const chain: Schema = { type: 'object', properties };
    properties.next = chain;
    return chain;
  }

  test('judges every level', () => {
    const chain = chainOf('string');
    expect(fits(chain, { value: 'a', next: { value: 'b', next: {} } })).toBe(true);
    expect(brokenAt(chain, { value: 'a', next: { next: { value: 1 } } })).toBe('/next/next/value');
  });

  test('is not taken for another beside it', () => {
    const schema: Schema = { properties: { texts: chainOf('string'), numbers: chainOf('integer') } };
    expect(fits(schema, { texts: { next: { value: 'a' } }, numbers: { next: { value: 1 } } })).toBe(true);
    expect(brokenAt(schema, { texts: { next: { value: 1 } } })).toBe('/texts/next/value');
    expect(brokenAt(schema, { numbers: { next: { value: 'a' } } })).toBe('/numbers/next/value');
  });

  test('is translated once, however many ways lead to it', () => {
    const properties: Record<string, Schema> = { value: { type: 'integer' } };
    // Fifty kinds that each contain all: one visit for each way through them would never end.
    for (let kind = 0; kind < 50; kind += 1) properties[`kind${kind}`] = { type: 'object', properties };
    expect(brokenAt({ properties }, { kind3: { kind49: { kind0: { value: 'x' } } } })).toBe(
      '/kind3/kind49/kind0/value',
    );
  });

  test('may have definitions of its own, which no reference needs any more', () => {
    const definitions: Record<string, Schema> = {};
    const chain: Schema = { $defs: definitions, properties: { next: { properties: { value: { type: 'string' } } } } };
    definitions.chain = chain;
    expect(brokenAt(chain, { next: { value: 1 } })).toBe('/next/value');
  });
});

test('a property may bear the name of a word', () => {
  const schema: Schema = {
    required: ['type', 'x-a'],
    properties: { type: { type: 'integer' }, 'x-a': { type: 'null' } },
  };
  expect(fits(schema, { type: 1, 'x-a': null })).toBe(true);
  expect(brokenAt(schema, { type: 'a', 'x-a': null })).toBe('/type');
});

test('numbers are exact in every part that holds schemas', () => {
  const int64: Schema = { type: 'integer', format: 'int64' };
  const exact = 9007199254740993n;
  expect(fits({ additionalProperties: int64 }, { a: exact })).toBe(true);
  expect(fits({ unevaluatedProperties: int64 }, { a: exact })).toBe(true);
  expect(fits({ patternProperties: { a: int64 } }, { a: exact })).toBe(true);
  expect(fits({ prefixItems: [int64] }, [exact])).toBe(true);
  expect(fits({ contains: int64 }, [exact])).toBe(true);
  expect(fits({ if: { not: int64 }, else: { const: exact } }, exact + 1n)).toBe(false);
});
