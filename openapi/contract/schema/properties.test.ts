import type { Schema } from '../model/schema';
import { allowsMore, filledInBy, itemsOf, keywordOf, propertiesOf, typesOf } from './properties';
import { validatorOf } from './validators';

describe('the properties of a schema', () => {
  const requiredOf = (schema: Schema) =>
    Object.fromEntries([...propertiesOf(schema).values()].map(({ name, required }) => [name, required]));

  test('are its own and those of allOf, anyOf and oneOf, which are sure to come where each alternative has them', () => {
    expect(
      requiredOf({
        properties: { a: {} },
        required: ['a'],
        allOf: [{ properties: { b: {} }, required: ['b'] }, { allOf: [{ properties: { c: {} } }] }],
        anyOf: [{ properties: { d: {} }, required: ['d'] }],
        oneOf: [
          { properties: { e: {}, f: {} }, required: ['e', 'f'] },
          { properties: { e: {} }, required: ['e'] },
        ],
      }),
    ).toStrictEqual({ a: true, b: true, c: false, d: true, e: true, f: false });
  });

  test('may be required by another part than the one that describes them, in either order', () => {
    const describes: Schema = { properties: { a: { type: 'string' } } };
    const demands: Schema = { required: ['a', 'unknown'] };
    expect(requiredOf({ allOf: [describes, demands] })).toStrictEqual({ a: true });
    expect(requiredOf({ allOf: [demands, describes] })).toStrictEqual({ a: true });
    expect(requiredOf({ ...demands, allOf: [describes] })).toStrictEqual({ a: true });
    expect(requiredOf({ ...demands, anyOf: [describes] })).toStrictEqual({ a: true });
  });

  test('are what every part says of them', () => {
    const found = propertiesOf({
      properties: { a: { type: 'string', description: 'A kind.' } },
      allOf: [{ properties: { a: { enum: ['b'], description: 'Which.' } } }],
    });
    expect(found.get('a')?.schema).toMatchObject({ type: ['string'], enum: ['b'], description: 'A kind.' });
  });

  test('are the first of their name among alternatives', () => {
    const [one, other] = [{ properties: { a: { const: 1 } } }, { properties: { a: { const: 2 } } }];
    expect(propertiesOf({ oneOf: [one, other] }).get('a')?.schema).toBe(one.properties.a);
  });

  test('are anything where they are true, as OpenAPI 3.1 may say it', () => {
    const schema = JSON.parse('{"properties":{"a":true},"items":true}');
    expect([propertiesOf(schema).get('a')?.schema, itemsOf(schema)]).toStrictEqual([{}, {}]);
  });

  test('are what every part says of them, also where one says that there is none', () => {
    const schema = JSON.parse('{"properties":{"a":false},"allOf":[{"properties":{"a":{"minLength":2}}}]}');
    expect(propertiesOf(schema).get('a')?.schema).toStrictEqual({ allOf: [false, { minLength: 2 }] });
  });

  test('are found in a schema that contains itself', () => {
    const parts: Schema[] = [{ properties: { a: {} } }];
    const schema: Schema = { allOf: parts };
    parts.push(schema);
    expect(requiredOf(schema)).toStrictEqual({ a: false });
  });
});

test('more properties are allowed where the schema, or a part of it, says so', () => {
  const open: Schema[] = [
    { additionalProperties: true },
    { additionalProperties: { type: 'string' } },
    { patternProperties: { '^x-': {} } },
    { allOf: [{}, { additionalProperties: true }] },
  ];
  expect([{}, { additionalProperties: false }, ...open].filter(allowsMore)).toEqual(open);
});

test.each<[Schema, readonly string[]]>([
  [{}, []],
  [{ type: 'string' }, ['string']],
  [{ type: 'string', nullable: true }, ['string', 'null']],
  [{ type: ['integer', 'null'] }, ['integer', 'null']],
  [{ nullable: true }, []],
  [{ allOf: [{ type: 'integer' }, { minimum: 1 }], default: 2 }, ['integer']],
  [{ type: ['number', 'null'], allOf: [{ type: ['null', 'integer'] }] }, ['null', 'integer']],
  [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, ['integer', 'null']],
  [{ oneOf: [{ type: 'integer' }, { enum: ['all'] }] }, []],
])('%j has the types %j', (schema, types) => {
  expect(typesOf(schema)).toStrictEqual(types);
});

test.each<[Schema, keyof Schema & string, unknown]>([
  [{ allOf: [{ default: 10 }], default: 20 }, 'default', 20],
  [{ allOf: [{ maximum: 10 }, { allOf: [{ maximum: 7 }] }], maximum: 20 }, 'maximum', 7],
  [{ minLength: 1, allOf: [{ minLength: 3 }] }, 'minLength', 3],
  [{ allOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] }, 'enum', ['b']],
  [{ anyOf: [{ type: 'integer', maximum: 100 }, { type: 'null' }] }, 'maximum', 100],
  [{ allOf: [{ readOnly: true }] }, 'readOnly', true],
  [{}, 'default', undefined],
])('of %j the word %s is %j', (schema, word, value) => {
  expect(keywordOf(schema, word)).toStrictEqual(value);
});

test('the items of an array may stand in a part of its schema', () => {
  const items: Schema = { type: 'string' };
  expect(itemsOf({ type: 'array', items })).toBe(items);
  expect(itemsOf({ allOf: [{ type: 'array' }, { items }] })).toBe(items);
  expect(itemsOf({ type: 'object' })).toBeUndefined();
  expect(itemsOf(undefined)).toBeUndefined();
});

test('a schema that two others bring in, which two others bring in, is looked at once', () => {
  for (const word of ['allOf', 'anyOf', 'oneOf']) {
    const least: Schema = { type: 'object', properties: { name: { type: 'string' } } };
    const whole = Array.from({ length: 60 }).reduce<Schema>((inner) => ({ [word]: [inner, inner] }), least);
    expect([...propertiesOf(whole).keys()]).toEqual(['name']);
    expect(validatorOf(whole, 'request')({ name: 1 })).toMatchObject({ pointer: '/name', found: '1' });
  }
});

test('what a schema of requests and replies alike requires is filled in where it has a default', () => {
  const properties: Schema = { properties: { id: { readOnly: true }, size: { default: 3 }, name: {} } };
  expect(filledInBy({ ...properties, required: ['id', 'size', 'name'] })).toStrictEqual({ size: 3 });
  // One that is written for requests alone means what it requires.
  expect(filledInBy({ ...properties, required: ['size', 'name'] })).toStrictEqual({});
});
