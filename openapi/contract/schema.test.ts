import type { Schema } from './model';
import { allowsMore, isRecord, itemsOf, propertiesOf, typesOf } from './schema';

describe('the properties of a schema', () => {
  const requiredOf = (schema: Schema) =>
    Object.fromEntries([...propertiesOf(schema).values()].map(({ name, required }) => [name, required]));

  test('are its own and those of allOf, anyOf and oneOf, which are never sure to come', () => {
    expect(
      requiredOf({
        properties: { a: {} },
        required: ['a'],
        allOf: [{ properties: { b: {} }, required: ['b'] }, { allOf: [{ properties: { c: {} } }] }],
        anyOf: [{ properties: { d: {} }, required: ['d'] }],
        oneOf: [{ properties: { e: {} }, required: ['e'] }],
      }),
    ).toStrictEqual({ a: true, b: true, c: false, d: false, e: false });
  });

  test('may be required by another part than the one that describes them, in either order', () => {
    const describes: Schema = { properties: { a: { type: 'string' } } };
    const demands: Schema = { required: ['a', 'unknown'] };
    expect(requiredOf({ allOf: [describes, demands] })).toStrictEqual({ a: true });
    expect(requiredOf({ allOf: [demands, describes] })).toStrictEqual({ a: true });
    expect(requiredOf({ ...demands, allOf: [describes] })).toStrictEqual({ a: true });
    expect(requiredOf({ ...demands, anyOf: [describes] })).toStrictEqual({ a: true });
  });

  test('are the first of their name', () => {
    const found = propertiesOf({
      properties: { a: { type: 'string' } },
      allOf: [{ properties: { a: { type: 'integer' } } }],
    });
    expect(found.get('a')?.schema.type).toBe('string');
  });

  test('are found in a schema that contains itself', () => {
    const parts: Schema[] = [{ properties: { a: {} } }];
    const schema: Schema = { allOf: parts };
    parts.push(schema);
    expect(requiredOf(schema)).toStrictEqual({ a: false });
  });
});

test.each<[Schema, boolean]>([
  [{}, false],
  [{ additionalProperties: true }, true],
  [{ additionalProperties: { type: 'string' } }, true],
  [{ additionalProperties: false }, false],
  [{ patternProperties: { '^x-': {} } }, true],
  [{ allOf: [{}, { additionalProperties: true }] }, true],
])('%j says whether more is allowed: %p', (schema, more) => {
  expect(allowsMore(schema)).toBe(more);
});

test.each<[Schema, readonly string[]]>([
  [{}, []],
  [{ type: 'string' }, ['string']],
  [{ type: 'string', nullable: true }, ['string', 'null']],
  [{ type: ['integer', 'null'] }, ['integer', 'null']],
  [{ nullable: true }, []],
])('%j has the types %j', (schema, types) => {
  expect(typesOf(schema)).toStrictEqual(types);
});

test('the items of an array may stand in a part of its schema', () => {
  const items: Schema = { type: 'string' };
  expect(itemsOf({ type: 'array', items })).toBe(items);
  expect(itemsOf({ allOf: [{ type: 'array' }, { items }] })).toBe(items);
  expect(itemsOf({ type: 'object' })).toBeUndefined();
  expect(itemsOf(undefined)).toBeUndefined();
});

test('a record has properties of its own', () => {
  expect(isRecord({ allOf: [{ properties: { a: {} } }] })).toBe(true);
  expect(isRecord({ type: 'object' })).toBe(false);
  expect(isRecord(undefined)).toBe(false);
});
