import fc from 'fast-check';
import type { Schema } from '../../openapi/contract';
import { EXPRESSION } from '../../openapi/contract/testing/schemas';
import { growthOf } from '../../openapi/program/testing/growth';
import { createRandom } from '../world/rules/random';
import { pick, shape, shown, withDefaults } from './shape';
import type { Source } from './source';

const source = (): Source => ({ random: createRandom(1), now: 0 });
const shaped = (schema: Schema, value: unknown): unknown => shape(schema, value, source());

const named: Schema = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer', minimum: 1 }, name: { type: 'string' }, status: { type: 'string' } },
};
const misspelt: Schema = { ...named, required: ['name', 'state'] };
const place: Schema = {
  type: 'object',
  required: ['town', 'place', 'key'],
  properties: { town: {}, place: { type: 'integer', readOnly: true }, key: { writeOnly: true } },
};
const nested: Schema = { type: 'object', properties: { secret: { type: 'string', writeOnly: true }, home: place } };
const kind = (name: string, more: Record<string, Schema>): Schema => ({
  type: 'object',
  required: ['kind', 'made'],
  additionalProperties: false,
  properties: { kind: { enum: [name] }, made: { type: 'integer', readOnly: true }, ...more },
});
const cat = kind('cat', { meow: { default: true } });
const dog = kind('dog', { bark: {} });
const either: Schema = { oneOf: [cat, dog] };
const pet: Schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    tags: { type: 'array', items: { type: 'object', properties: { text: {} } } },
    owner: {
      allOf: [
        { type: 'object', properties: { name: {} } },
        { type: 'object', properties: { age: {} } },
      ],
    },
    anything: {},
  },
};
const home: Schema = { properties: { town: {}, country: { allOf: [{ default: 'NZ' }] } } };
const free = { anything: { a: [{ b: null }] } };
const inherited: Schema = { type: 'object', properties: { constructor: { type: 'string' }, toString: {} } };
const proto = (text: string): Schema => JSON.parse(text);

/** What is taken, the walk, the schema, the value, and what comes of it. */
const WALKS: readonly (readonly [string, (schema: Schema, value: unknown) => unknown, Schema, unknown, unknown])[] = [
  [
    'members in the order of the schema',
    shaped,
    named,
    { x: 1, status: 'sold', name: 'Kiwi' },
    { id: 1, name: 'Kiwi', status: 'sold' },
  ],
  [
    'null, false, 0 and the empty text',
    shaped,
    named,
    { id: 0, name: '', status: null },
    { id: 0, name: '', status: null },
  ],
  [
    'others by their schema',
    shaped,
    { ...named, additionalProperties: { type: 'integer' } },
    { id: 2, name: 'a', x: 1 },
    { id: 2, name: 'a', x: 1 },
  ],
  [
    'what is required and not described',
    shaped,
    misspelt,
    { name: 'a', state: 'sold', x: 1 },
    { name: 'a', state: 'sold' },
  ],
  ['the same, made up', shaped, misspelt, { name: 'a' }, { name: 'a', state: null }],
  ['nothing that every object inherits', shaped, inherited, {}, {}],
  ['no value but an object for one', shaped, { type: 'boolean' }, { id: 1 }, true],
  [
    'nothing write-only, and what is required',
    shaped,
    { type: 'array', items: nested },
    [{ secret: 'a', home: { town: 'b', key: 'c' } }],
    [{ home: { town: 'b', place: 0 } }],
  ],
  ['nothing read-only', pick, nested, { home: { town: 'a', place: 7 } }, { home: { town: 'a' } }],
  ['properties of the variant that fits', pick, either, { kind: 'dog', bark: 1, made: 2 }, { kind: 'dog', bark: 1 }],
  ['defaults of the variant that fits', withDefaults, either, { kind: 'cat' }, { kind: 'cat', meow: true }],
  [
    'a variant that fits once it is filled in',
    shaped,
    either,
    { kind: 'dog', bark: 1 },
    { kind: 'dog', made: 0, bark: 1 },
  ],
  [
    'a variant that needs more',
    shaped,
    { oneOf: [{ ...cat, required: ['kind', 'meow', 'made'] }, dog] },
    { kind: 'cat' },
    { kind: 'cat', made: 0, meow: true },
  ],
  [
    'what any of the variants names',
    pick,
    { anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }] },
    { a: 1, b: 2, c: 3 },
    { a: 1, b: 2 },
  ],
  [
    'defaults in objects that are there',
    withDefaults,
    { properties: { home, work: home, tags: { type: 'array', items: home } } },
    { home: { town: 'a' }, tags: [{}] },
    { home: { town: 'a', country: 'NZ' }, tags: [{ country: 'NZ' }] },
  ],
  [
    'what is named, at every depth',
    pick,
    pet,
    { name: 'Kiwi', x: 1, tags: [{ text: 'a', x: 1 }, { x: 1 }, 'odd'], owner: { name: 'Ann', age: 7, x: 1 } },
    { name: 'Kiwi', tags: [{ text: 'a' }, {}, 'odd'], owner: { name: 'Ann', age: 7 } },
  ],
  ['all below a schema that names nothing', pick, pet, free, free],
  ['all where nothing is named', pick, { type: 'object' }, free, free],
  [
    'items of an array in allOf',
    pick,
    { allOf: [{ type: 'array', items: pet }] },
    [{ name: 'Kiwi', x: 1 }],
    [{ name: 'Kiwi' }],
  ],
  [
    'values of a map',
    pick,
    { type: 'object', additionalProperties: pet },
    { kiwi: { name: 'Kiwi', x: 1 } },
    { kiwi: { name: 'Kiwi' } },
  ],
  [
    'no inherited name that is not described',
    pick,
    pet,
    proto('{"__proto__":{"a":1},"constructor":1,"name":"Kiwi"}'),
    { name: 'Kiwi' },
  ],
  [
    'an inherited name that is described',
    pick,
    { properties: proto('{"__proto__":{"properties":{"a":{}}}}') as Record<string, Schema> },
    proto('{"__proto__":{"a":1,"b":1}}'),
    proto('{"__proto__":{"a":1}}'),
  ],
  ...[null, 9007199254740993n].map((value) => [`${value} itself`, pick, pet, value, value] as const),
];

test.each(WALKS)('of a value stays or comes: %s', (_, walk, schema, value, expected) => {
  const found = walk(schema, value);
  expect(found).toEqual(expected);
  expect(Object.keys(Object(found))).toEqual(Object.keys(Object(expected)));
});

it('what comes out as it went in is the very same, and what does not leaves that as it was', () => {
  const name = fc.constantFrom('a', 'b', 'c', '__proto__');
  const leaf: Schema[] = [{}, { readOnly: true }, { writeOnly: true }, { default: 'd' }];
  const { schema: schemas } = fc.letrec<{ schema: Schema }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom(...leaf),
      fc.record({ type: fc.constant('array'), items: tie('schema') }),
      fc
        .tuple(fc.uniqueArray(fc.tuple(name, tie('schema')), { selector: ([one]) => one }), fc.boolean())
        .map(([pairs, additionalProperties]) => ({ properties: Object.fromEntries(pairs), additionalProperties })),
    ),
  }));
  // A name that is a number has its place before all others, wherever it is put.
  const isPlain = (value: unknown) => !/"\d+":/.test(JSON.stringify(value));
  const values = fc
    .jsonValue({ depthSize: 'small' })
    .filter(isPlain)
    .chain((any) =>
      fc.oneof(
        fc.constant(any),
        fc
          .uniqueArray(fc.tuple(name, fc.constantFrom<unknown>(1, null, { a: 1, c: 2 }, [{ b: 1 }])), {
            selector: ([one]) => one,
          })
          .map((pairs): unknown => Object.fromEntries(pairs)),
      ),
    );
  fc.assert(
    fc.property(schemas, values, fc.constantFrom(pick, withDefaults, shown), (schema, value, walk) => {
      const before = JSON.stringify(value);
      const after = walk(schema, value);
      expect(JSON.stringify(value)).toBe(before);
      expect(after === value).toBe(JSON.stringify(after) === before);
      // Once more changes nothing: what was to be left out or put in is.
      expect(walk(schema, after)).toBe(after);
    }),
    { numRuns: 1000 },
  );
});

describe('of a union of itself', () => {
  const nested = (depth: number, inner: unknown): unknown =>
    Array.from({ length: depth }).reduce((of) => ({ of: [of], is: 'or', extra: 1 }), inner);

  it('drops what is unknown at every depth', () => {
    expect(JSON.stringify(shape(EXPRESSION, nested(90, 7), source()))).toBe(
      `${'{"of":['.repeat(90)}7${'],"is":"or"}'.repeat(90)}`,
    );
  });

  it('takes no time that multiplies with the depth, whether the value fits or not', () => {
    for (const inner of [7, 'x']) {
      const growth = growthOf((depth) => {
        const value = nested(depth, inner);
        return () => shape(EXPRESSION, value, source());
      }, 8);
      // Each level is judged by itself, too, so it is quadratic, which is 16, in the depth, of which there are 200 at most. Where
      // each level doubled the work it would be 2^24.
      expect(growth.fourTimes).toBeLessThan(500);
    }
  });

  it('leaves what comes after very many parts as it is', () => {
    const value = Array.from({ length: 60_000 }, () => nested(1, 7));
    const shaped = shape({ type: 'array', items: EXPRESSION }, value, source()) as readonly unknown[];
    expect([shaped[0], shaped.at(-1)]).toEqual([{ of: [7], is: 'or' }, nested(1, 7)]);
  });
});
