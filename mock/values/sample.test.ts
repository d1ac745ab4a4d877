import fc from 'fast-check';
import { type Schema, stringifyJson, validatorOf } from '../../openapi/contract';
import { createRandom } from '../world/rules/random';
import { sample } from './sample';
import { shape } from './shape';
import type { Source } from './source';

const source = (seed = 1): Source => ({
  random: createRandom(seed),
  now: Date.parse('2030-06-01T12:34:56.789Z'),
});

const cyclic: { type: string; required: string[]; properties: Record<string, Schema> } = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' } },
};
cyclic.properties.child = cyclic;

/** A branch holds trees; a leaf does not. */
const branches: Record<string, Schema> = {};
const tree: Schema = {
  oneOf: [
    { type: 'object', required: ['left', 'right'], properties: branches },
    { type: 'object', required: ['leaf'], properties: { leaf: { type: 'string' } } },
  ],
};
branches.left = tree;
branches.right = tree;

/** Each with the value that is made of it. */
const MADE: readonly (readonly [Schema, unknown])[] = [
  [{}, null],
  [{ type: 'string', example: 'a', default: 'b', enum: ['c', 'b', 'a'] }, 'a'],
  [{ examples: ['b'], default: 'c' }, 'b'],
  [{ type: 'string', enum: ['sold', 'pending'] }, 'sold'],
  [{ const: 7 }, 7],
  [{ default: false }, false],
  [{ type: 'boolean' }, true],
  [{ type: 'null' }, null],
  [{ type: 'string', nullable: true }, 'text'],
  [{ type: ['null', 'integer'] }, 0],
  [{ type: 'string', minLength: 6, maxLength: 8 }, 'textxx'],
  [{ type: 'string', maxLength: 2 }, 'te'],
  [{ type: 'string', format: 'date-time' }, '2030-06-01T12:34:56.789Z'],
  [{ type: 'string', format: 'date' }, '2030-06-01'],
  [{ type: 'string', format: 'time' }, '12:34:56.789Z'],
  [{ type: 'string', format: 'email' }, 'someone@example.com'],
  [{ type: 'string', format: 'ipv6' }, '2001:db8::1'],
  [{ type: 'integer' }, 0],
  [{ type: 'integer', minimum: 1 }, 1],
  [{ type: 'integer', minimum: 5, maximum: 9 }, 5],
  [{ type: 'integer', minimum: 5, exclusiveMinimum: true }, 6],
  [{ type: 'integer', exclusiveMinimum: 5 }, 6],
  [{ type: 'integer', maximum: -3 }, -3],
  [{ type: 'integer', exclusiveMaximum: -3 }, -4],
  [{ type: 'integer', minimum: 7, multipleOf: 5 }, 10],
  [{ type: 'integer', maximum: -7, multipleOf: 5 }, -10],
  [{ type: 'integer', minimum: 9007199254740993n, multipleOf: 10 }, 9007199254741000n],
  [{ type: 'number', minimum: 0.3, maximum: 0.9, multipleOf: 0.25 }, 0.5],
  [{ type: 'number', minimum: 0.25, maximum: 0.75 }, 0.25],
  [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
  [{ type: 'integer', format: 'int64', minimum: 9007199254740993n }, 9007199254740993n],
  [{ type: 'integer', format: 'int64', exclusiveMinimum: 9007199254740993n }, 9007199254740994n],
  [{ type: 'array', items: { type: 'boolean' } }, []],
  [{ type: 'array', items: { type: 'boolean' }, minItems: 2 }, [true, true]],
  [{ type: 'object', properties: { a: { type: 'string' } } }, {}],
  [{ type: 'object', required: ['a'], properties: { a: { type: 'string' }, b: {} } }, { a: 'text' }],
  [
    { allOf: [{ type: 'object', required: ['a', 'b'], properties: { a: { const: 1 } } }, { properties: { b: {} } }] },
    { a: 1, b: null },
  ],
  [{ oneOf: [{ type: 'integer', minimum: 2 }, { type: 'string' }] }, 2],
  [{ anyOf: [{ type: 'string', format: 'ipv4' }, { type: 'null' }] }, '192.0.2.1'],
  [{ allOf: [{ type: 'string', enum: ['x'] }] }, 'x'],
  [{ allOf: [{ type: 'integer' }, { minimum: 5 }] }, 5],
  [{ allOf: [{ type: 'string' }], minLength: 5 }, 'textx'],
  [{ type: 'integer', allOf: [{ allOf: [{ minimum: 4 }] }, { maximum: 9 }] }, 4],
  [{ allOf: [{ type: 'array', items: { const: 1 } }], minItems: 2 }, [1, 1]],
  [cyclic, { name: 'text' }],
  [{ type: 'string', nullable: true, enum: [null] }, null],
  [
    {
      oneOf: [
        { type: 'string', minLength: 1, maxLength: 0 },
        { type: 'integer', minimum: 7 },
      ],
    },
    7,
  ],
  [{ anyOf: [{ type: 'integer', minimum: 2, maximum: 1 }, { type: 'boolean' }] }, true],
  [{ type: 'integer', example: 5, minimum: 7 }, 7],
  [{ type: 'boolean', enum: [false] }, false],
  [{ type: 'boolean', not: { enum: [true] } }, false],
  [{ type: 'string', pattern: '^(?=0+$).{3}$' }, '000'],
  [{ type: 'array', items: { type: 'integer' }, minItems: 3, uniqueItems: true }, [0, 1, -1]],
  [{ type: 'array', items: { type: 'integer', minimum: 5, multipleOf: 5 }, minItems: 2, uniqueItems: true }, [5, 10]],
  [{ type: 'array', items: { enum: ['a', 'b'] }, minItems: 2, uniqueItems: true }, ['a', 'b']],
  [{ type: 'array', items: { type: 'boolean' }, minItems: 2, uniqueItems: true }, [true, false]],
  [{ type: 'array', items: { type: 'string', maxLength: 4 }, minItems: 2, uniqueItems: true }, ['text', 'tex1']],
  [
    {
      type: 'array',
      items: { type: 'object', required: ['a', 'b'], properties: { a: { const: 1 }, b: { type: 'integer' } } },
      minItems: 2,
      uniqueItems: true,
    },
    [
      { a: 1, b: 0 },
      { a: 1, b: 1 },
    ],
  ],
  [{ type: 'object', minProperties: 1 }, { property1: null }],
  [{ type: 'object', minProperties: 1, properties: { a: { type: 'integer' }, b: {} } }, { a: 0 }],
  [
    { type: 'object', minProperties: 2, additionalProperties: { type: 'string' } },
    { property1: 'text', property2: 'text' },
  ],
  [{ type: 'object', required: ['a'], additionalProperties: { type: 'integer' } }, { a: 0 }],
  [
    { type: 'object', required: ['a', 'secret'], properties: { a: { type: 'integer' }, secret: { writeOnly: true } } },
    { a: 0 },
  ],
  [
    {
      allOf: [
        { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
        { properties: { kind: { enum: ['dog'] } } },
      ],
    },
    { kind: 'dog' },
  ],
  [tree, { leaf: 'text' }],
  [
    { type: 'object', required: ['__proto__'], properties: JSON.parse('{"__proto__":{"const":1}}') },
    JSON.parse('{"__proto__":1}'),
  ],
];

describe('a sample', () => {
  it.each(MADE.map(([schema, value]) => [print(schema), schema, value] as const))(
    'of %s is what its schema allows',
    (_, schema, value) => {
      expect(sample(schema, source())).toEqual(value);
      expect(validatorOf(schema, 'response')(value)).toBeUndefined();
    },
  );

  it.each(['uuid', 'hostname', 'uri', 'uri-reference', 'duration', 'byte', 'password', 'binary', 'unheard-of'])(
    'of a text in the format %s fits it',
    (format) => {
      const schema = { type: 'string', format };
      expect(validatorOf(schema, 'response')(sample(schema, source()))).toBeUndefined();
    },
  );

  it.each([
    { type: 'string', pattern: '^[A-Z]{2}-\\d{4}$' },
    { type: 'string', pattern: '^\\p{L}+$', minLength: 3, maxLength: 12 },
  ])('of a text with the pattern $pattern fits it, and repeats with the seed', (schema) => {
    const text = sample(schema, source(5));
    expect(validatorOf(schema, 'response')(text)).toBeUndefined();
    expect(sample(schema, source(5))).toBe(text);
  });

  it.each<[string, Schema, unknown]>([
    ['bounds that exclude each other', { type: 'integer', minimum: 2, maximum: 1 }, 0],
    ['a pattern that nothing matches', { type: 'string', pattern: '^(?=a)b$' }, 'b'],
    ['a pattern with a reference back', { type: 'string', pattern: '^(.)\\1$', minLength: 3 }, expect.any(String)],
    [
      'more different booleans than there are',
      { type: 'array', items: { type: 'boolean' }, minItems: 3, uniqueItems: true },
      [true, true, true],
    ],
  ])('of a schema that nothing is found to fit, for %s, is the least bad', (_, schema, value) => {
    expect(sample(schema, source())).toEqual(value);
  });

  it('of a schema that requires itself comes to an end', () => {
    const endless: { type: string; required: string[]; properties: Record<string, Schema> } = {
      type: 'object',
      required: ['next'],
      properties: {},
    };
    endless.properties.next = endless;
    expect(sample(endless, source())).toEqual({});
  });

  it('of a schema that asks for very much is no larger than can be made at once', () => {
    const sizes = [
      { type: 'string', minLength: 2e9 },
      { type: 'string', pattern: '^(a{3000}){3000}$' },
      { type: 'array', minItems: 1e9, items: { type: 'integer' } },
      { type: 'object', minProperties: 1e9 },
    ].map((schema) => stringifyJson(sample(schema, source())).length);
    expect(Math.max(...sizes)).toBeLessThan(200_000);
  });

  it('fits its schema, whatever the bounds, and its shape is itself', () =>
    fc.assert(
      fc.property(schemas, (schema) => {
        const value = sample(schema, source());
        expect(validatorOf(schema, 'response')(value)).toBeUndefined();
        if (schema.type === 'object') expect(shape(schema, Object(value), source())).toEqual(value);
      }),
    ));
});

function print(schema: Schema): string {
  return schema === cyclic || schema === tree ? 'a schema that may contain itself' : stringifyJson(schema);
}

/** Schemas that something fits, at most three deep. */
const { schemas } = fc.letrec<{ schemas: Schema; integer: Schema; text: Schema; array: Schema; object: Schema }>(
  (tie) => ({
    schemas: fc.oneof({ maxDepth: 3 }, tie('integer'), tie('text'), tie('array'), tie('object')),
    integer: fc
      .tuple(fc.maxSafeInteger(), fc.nat(100), fc.constantFrom(undefined, 'int64'))
      .filter(([least, span]) => Number.isSafeInteger(least + span))
      .map(([minimum, span, format]) => ({
        type: 'integer',
        minimum,
        maximum: minimum + span,
        ...(format && { format }),
      })),
    text: fc.tuple(fc.nat(20), fc.nat(20)).map(([minLength, more]) => ({
      type: 'string',
      minLength,
      maxLength: minLength + more,
    })),
    array: fc.record({ type: fc.constant('array'), items: tie('schemas'), minItems: fc.nat(3) }),
    object: fc.dictionary(fc.string(), fc.tuple(tie('schemas'), fc.boolean()), { maxKeys: 4 }).map((named) => ({
      type: 'object',
      properties: Object.fromEntries(Object.entries(named).map(([name, [schema]]) => [name, schema])),
      required: Object.keys(named).filter((name) => named[name]?.[1]),
      additionalProperties: false,
    })),
  }),
);

test('where the first choices lead on and on, the least ones are taken', () => {
  const holder = (required: readonly string[], properties: Record<string, Schema>): Schema => ({
    type: 'object',
    required,
    properties,
  });
  const inner: Record<string, Schema> = {};
  const second = holder(['third', 'first'], inner);
  const third: Schema = {
    anyOf: [
      { type: 'array', minItems: 2, items: second },
      { ...holder(['leaf'], { leaf: { type: 'boolean' } }), additionalProperties: false },
    ],
  };
  const first: Schema = { oneOf: [second, third] };
  Object.assign(inner, { third, first });
  expect(sample(first, source())).toEqual({ leaf: true });
});
