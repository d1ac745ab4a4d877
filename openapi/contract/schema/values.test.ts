import { leastInteger, mostInteger, nearestNumber } from './values';

const integer = { type: 'integer' } as const;

test.each([
  ['a minimum', { ...integer, minimum: 1 }, 0, 1],
  ['a maximum', { ...integer, maximum: 50 }, 51n, 50],
  ['what is within', { ...integer, minimum: 1, maximum: 50 }, 7, undefined],
  ['an exclusive bound of OpenAPI 3.0', { ...integer, minimum: 0, exclusiveMinimum: true }, -3, 1],
  ['an exclusive bound of OpenAPI 3.1', { ...integer, exclusiveMaximum: 10 }, 10, 9],
  ['multiples of a step above a minimum', { ...integer, minimum: 3, multipleOf: 5 }, -20, 5],
  ['multiples of a step below a maximum', { ...integer, maximum: 99, multipleOf: 5 }, 1000, 95],
  ['fractions', { type: 'number', minimum: 0.5 }, 0.25, 0.5],
  ['bounds beyond what a double has', { ...integer, maximum: 2n ** 62n + 1n }, 2n ** 63n, 2n ** 62n + 1n],
  ['no number', { ...integer, minimum: 1 }, 'two', undefined],
  ['bounds that leave no number', { ...integer, minimum: 3, maximum: 4, multipleOf: 5 }, 0, undefined],
])('the nearest number by %s', (_, schema, value, expected) => {
  expect(nearestNumber(schema, value)).toBe(expected);
});

test.each([
  ['no bounds', integer, undefined, undefined],
  ['inclusive bounds', { ...integer, minimum: -3, maximum: 2n ** 62n + 1n }, -3n, 2n ** 62n + 1n],
  ['fractions', { ...integer, minimum: 0.5, exclusiveMaximum: 7.5 }, 1n, 7n],
  ['flags of OpenAPI 3.0', { minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true }, 1n, 8n],
  ['the narrower of two bounds', { minimum: 5, exclusiveMinimum: 2, maximum: 5, exclusiveMaximum: 5 }, 5n, 4n],
])('the least and the largest whole number by %s', (_, schema, least, most) => {
  expect([leastInteger(schema), mostInteger(schema)]).toEqual([least, most]);
});
