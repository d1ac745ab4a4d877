import fc from 'fast-check';
import type { Schema } from '../../openapi/contract';
import { growthOf } from '../../openapi/program/testing/growth';
import { createRandom } from '../world/rules/random';
import { pick, shape, shown, withDefaults } from './shape';
import type { Source } from './source';

const source = (): Source => ({ random: createRandom(1), now: 0 });

describe('a shape', () => {
  const schema: Schema = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer', minimum: 1 }, name: { type: 'string' }, status: { type: 'string' } },
  };

  it('has the named fields in the order of the schema, and what is required and was not given', () => {
    const made = shape(schema, { extra: 1, status: 'sold', name: 'Kiwi' }, source());
    expect(Object.entries(Object(made))).toEqual([
      ['id', 1],
      ['name', 'Kiwi'],
      ['status', 'sold'],
    ]);
  });

  it('keeps null, false, 0 and the empty text as they are given', () => {
    const given = { id: 0, name: '', status: null };
    expect(shape(schema, given, source())).toEqual(given);
  });

  it.each([true, { type: 'integer' }])('has the other fields too where additionalProperties is %j', (more) => {
    const open = { ...schema, additionalProperties: more };
    expect(shape(open, { id: 2, name: 'a', extra: 1 }, source())).toEqual({ id: 2, name: 'a', extra: 1 });
  });

  it('has what is required and not described, as it was given or made up', () => {
    const misspelt: Schema = { ...schema, required: ['name', 'state'] };
    expect(shape(misspelt, { name: 'a', state: 'sold', extra: 1 }, source())).toEqual({ name: 'a', state: 'sold' });
    expect(pick(misspelt, { name: 'a', state: 'sold' })).toEqual({ name: 'a', state: 'sold' });
    expect(shape(misspelt, { name: 'a' }, source())).toHaveProperty('state');
  });

  it('does not take for given what every object inherits', () => {
    const odd: Schema = { type: 'object', properties: { constructor: { type: 'string' }, toString: {} } };
    expect(Object.keys(Object(shape(odd, {}, source())))).toEqual([]);
  });
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

describe('a shape, at every depth', () => {
  const nested: Schema = {
    type: 'object',
    properties: {
      secret: { type: 'string', writeOnly: true },
      home: {
        type: 'object',
        required: ['town', 'place', 'key'],
        properties: { town: {}, place: { type: 'integer', readOnly: true }, key: { writeOnly: true } },
      },
    },
  };

  it('has what is required, and nothing that is write-only', () => {
    const given = { secret: 'a', home: { town: 'b', key: 'c' } };
    expect(shape(nested, given, source())).toEqual({ home: { town: 'b', place: 0 } });
    expect(shape({ type: 'array', items: nested }, [given], source())).toEqual([{ home: { town: 'b', place: 0 } }]);
  });

  it('is whatever its schema allows where that is no object', () => {
    expect(shape({ type: 'boolean' }, { id: 1 }, source())).toBe(true);
  });
});

describe('among alternatives', () => {
  const cat: Schema = {
    type: 'object',
    required: ['kind', 'made'],
    additionalProperties: false,
    properties: { kind: { enum: ['cat'] }, made: { type: 'integer', readOnly: true }, meow: { default: true } },
  };
  const dog: Schema = {
    type: 'object',
    required: ['kind', 'made'],
    additionalProperties: false,
    properties: { kind: { enum: ['dog'] }, made: { type: 'integer', readOnly: true }, bark: {} },
  };
  const either: Schema = { oneOf: [cat, dog] };

  it('a value has the properties and defaults of that which it fits', () => {
    expect(pick(either, { kind: 'dog', bark: 1, made: 2 })).toEqual({ kind: 'dog', bark: 1 });
    expect(withDefaults(either, { kind: 'cat' })).toEqual({ kind: 'cat', meow: true });
    expect(withDefaults(either, { kind: 'dog' })).toEqual({ kind: 'dog' });
  });

  it('a shape is one that fits once it is filled in', () => {
    expect(shape(either, { kind: 'dog', bark: 1 }, source())).toEqual({ kind: 'dog', bark: 1, made: 0 });
    const needing: Schema = { oneOf: [{ ...cat, required: ['kind', 'meow', 'made'] }, dog] };
    expect(shape(needing, { kind: 'cat' }, source())).toEqual({ kind: 'cat', meow: true, made: 0 });
  });

  it('a value keeps what any of those that it fits names', () => {
    const some: Schema = { anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }] };
    expect(pick(some, { a: 1, b: 2, c: 3 })).toEqual({ a: 1, b: 2 });
  });
});

describe('defaults', () => {
  it('stand at every depth where there is an object to hold them', () => {
    const home: Schema = { properties: { town: {}, country: { allOf: [{ default: 'NZ' }] } } };
    const schema: Schema = { properties: { home, work: home, tags: { type: 'array', items: home } } };
    expect(withDefaults(schema, { home: { town: 'a' }, tags: [{}] })).toEqual({
      home: { town: 'a', country: 'NZ' },
      tags: [{ country: 'NZ' }],
    });
  });
});

describe('what is picked of a value', () => {
  it('is nothing that is read-only, at any depth', () => {
    const schema: Schema = { properties: { home: { properties: { town: {}, place: { readOnly: true } } } } };
    expect(pick(schema, { home: { town: 'a', place: 'b' } })).toEqual({ home: { town: 'a' } });
  });

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

  it('is what its schema names, at every depth', () => {
    const value = {
      name: 'Kiwi',
      x: 1,
      tags: [{ text: 'a', x: 1 }, { x: 1 }, 'odd'],
      owner: { name: 'Ann', age: 7, x: 1 },
    };
    expect(pick(pet, value)).toEqual({
      name: 'Kiwi',
      tags: [{ text: 'a' }, {}, 'odd'],
      owner: { name: 'Ann', age: 7 },
    });
  });

  it('is everything below a schema that names nothing', () => {
    const value = { anything: { a: [{ b: null }] } };
    expect(pick(pet, value)).toEqual(value);
    expect(pick({ type: 'object' }, value)).toEqual(value);
  });

  it.each([null, 'text', 7, 9007199254740993n, true])('is %p itself', (value) => {
    expect(pick(pet, value)).toBe(value);
  });

  it('reaches the items of an array that allOf brings in', () => {
    const schema: Schema = { allOf: [{ type: 'array', items: pet }] };
    expect(pick(schema, [{ name: 'Kiwi', x: 1 }])).toEqual([{ name: 'Kiwi' }]);
  });

  it('reaches the values of a map, whose names are free', () => {
    const schema: Schema = { type: 'object', additionalProperties: pet };
    expect(pick(schema, { kiwi: { name: 'Kiwi', x: 1 } })).toEqual({ kiwi: { name: 'Kiwi' } });
  });

  it('keeps what has the name of something that every object inherits only where it is named', () => {
    const value = JSON.parse('{"__proto__":{"a":1},"constructor":1,"name":"Kiwi"}');
    expect(Object.keys(Object(pick(pet, value)))).toEqual(['name']);
    const odd: Schema = { properties: JSON.parse('{"__proto__":{"properties":{"a":{}}}}') };
    expect(pick(odd, value)).toEqual(JSON.parse('{"__proto__":{"a":1}}'));
  });

  it('leaves out nothing but unnamed properties, wherever they are added', () =>
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string().filter((name) => !isNamed(name)),
          fc.jsonValue(),
        ),
        (extra) => {
          const clean = { name: 'Kiwi', tags: [{ text: 'a' }], owner: { name: 'Ann', age: 7 } };
          const littered = {
            ...extra,
            ...clean,
            tags: [{ ...extra, text: 'a' }],
            owner: { name: 'Ann', ...extra, age: 7 },
          };
          expect(pick(pet, littered)).toEqual(clean);
          expect(pick(pet, clean)).toEqual(clean);
        },
      ),
    ));
});

const isNamed = (name: string): boolean => ['name', 'tags', 'owner', 'anything', 'text', 'age'].includes(name);

describe('of a union of itself', () => {
  const operation = (is: string): Schema => ({
    type: 'object',
    required: ['of', 'is'],
    properties: {
      of: {
        type: 'array',
        get items() {
          return expression;
        },
      },
      is: { enum: [is] },
    },
  });
  const expression: Schema = { oneOf: [operation('and'), operation('or'), { type: 'integer' }] };
  const nested = (depth: number, inner: unknown): unknown =>
    Array.from({ length: depth }).reduce((of) => ({ of: [of], is: 'or', extra: 1 }), inner);

  it('drops what is unknown at every depth', () => {
    expect(JSON.stringify(shape(expression, nested(90, 7), source()))).toBe(
      `${'{"of":['.repeat(90)}7${'],"is":"or"}'.repeat(90)}`,
    );
  });

  it('takes no time that multiplies with the depth, whether the value fits or not', () => {
    for (const inner of [7, 'x']) {
      const growth = growthOf((depth) => {
        const value = nested(depth, inner);
        return () => shape(expression, value, source());
      }, 4);
      // Each level is judged by itself, too, so it is quadratic in the depth, of which there are 200 at most.
      expect(growth.fourTimes).toBeLessThan(32);
    }
  });

  it('leaves what comes after very many parts as it is', () => {
    const value = Array.from({ length: 60_000 }, () => nested(1, 7));
    const shaped = shape({ type: 'array', items: expression }, value, source()) as readonly unknown[];
    expect([shaped[0], shaped.at(-1)]).toEqual([{ of: [7], is: 'or' }, nested(1, 7)]);
  });
});
