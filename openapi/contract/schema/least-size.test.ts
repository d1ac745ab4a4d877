import { growthOf, isLinear } from '../../program/testing/growth';
import type { Schema } from '../model/schema';
import { leastSizeOf } from './least-size';

const text: Schema = { type: 'string' };
/** A schema that has itself among the properties of a name. */
const around = (make: (self: Schema) => Schema): Schema => {
  const self = {};
  return Object.assign(self, make(self));
};
const object = (required: readonly string[], properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  required,
  properties,
});

test.each<[string, Schema, number]>([
  ['a text', text, 1],
  ['an enumeration of nothing', { enum: [] }, Number.POSITIVE_INFINITY],
  ['an object with two required properties of three', object(['a', 'b'], { a: text, b: text, c: text }), 3],
  ['an object that names none of what it requires', object(['a', 'b'], {}), 3],
  ['an object with so many properties', { ...object([], { a: object(['x'], {}), b: text }), minProperties: 1 }, 2],
  ['items', { type: 'array', minItems: 3, items: object(['a'], { a: text }) }, 7],
  ['no items', around((self) => ({ type: 'array', items: self })), 1],
  ['a tree', around((self) => ({ oneOf: [object(['l', 'r'], { l: self, r: self }), text] })), 2],
  ['a tree by way of allOf', around((self) => ({ allOf: [{ oneOf: [object(['l'], { l: self }), text] }] })), 1],
  ['a list that may end', around((self) => ({ ...object(['next'], { next: self }), nullable: true })), 1],
  ['an object that requires itself', around((self) => object(['next'], { next: self })), Number.POSITIVE_INFINITY],
])('the least value of %s has so many parts', (_, schema, size) => {
  expect(leastSizeOf(schema, 'request')).toBe(size);
});

test('what is exempt one way counts the other way alone', () => {
  const schema = object(['id', 'name'], { id: { ...text, readOnly: true }, name: text });
  expect([leastSizeOf(schema, 'request'), leastSizeOf(schema, 'response')]).toEqual([2, 3]);
});

test('sizes are found in time that grows with the schemas alone, also where these are in each other many times', () => {
  const growth = growthOf((size) => {
    const circle: Schema[] = Array.from({ length: size }, () => ({}));
    for (const [place, schema] of circle.entries()) {
      const next = (step: number): Schema => circle[(place + step) % size] ?? text;
      Object.assign(schema, { oneOf: [object(['a', 'b'], { a: next(1), b: next(7) }), object(['c'], { c: next(3) })] });
    }
    // Known at once, it would not be measured again.
    return () => leastSizeOf(structuredClone(circle)[0] ?? text, 'request');
  }, 100);
  expect(isLinear(growth)).toBe(true);
});
