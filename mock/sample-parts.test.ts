import fc from 'fast-check';
import type { Schema } from '../openapi/contract';
import { pick, type Source, shape } from './sample';
import { createRandom } from './world/random';

const source = (): Source => ({ random: createRandom(1), clock: { now: () => 0 } });

describe('a shape', () => {
  const schema: Schema = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer', minimum: 1 }, name: { type: 'string' }, status: { type: 'string' } },
  };

  it('has the named fields in the order of the schema, and what is required and was not given', () => {
    const made = shape(schema, { extra: 1, status: 'sold', name: 'Kiwi' }, source());
    expect(Object.entries(made)).toEqual([
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

  it('does not take for given what every object inherits', () => {
    const odd: Schema = { type: 'object', properties: { constructor: { type: 'string' }, toString: {} } };
    expect(Object.keys(shape(odd, {}, source()))).toEqual([]);
  });
});

describe('what is picked of a value', () => {
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
