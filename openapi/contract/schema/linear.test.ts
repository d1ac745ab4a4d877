import { growthOf, isLinear } from '../../program/testing/growth';
import type { Schema } from '../model/schema';
import { EXPRESSION } from '../testing/schemas';
import { validatorOf } from './validators';
import { sentenceOf } from './violation';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const namesOf = (count: number, value: unknown): object =>
  Object.fromEntries(numbers(count).map((index) => [`name${index}`, value]));

/** Around a value, as deep as it says: what each schema of `EXPRESSION` but one refuses as late as it can. */
function nested(depth: number, inner: unknown, more: readonly unknown[] = []): unknown {
  return Array.from({ length: depth }).reduce((value) => ({ of: [value, ...more], is: 'or' }), inner);
}

const array = (items: Schema): Schema => ({ type: 'array', items });

interface Case {
  readonly what: string;
  readonly schema: Schema;
  readonly sized: (size: number) => unknown;
  readonly size: number;
}

const CASES: readonly Case[] = [
  {
    what: 'integers that are unique',
    schema: { ...array({ type: 'integer' }), uniqueItems: true },
    sized: numbers,
    size: 2000,
  },
  {
    what: 'objects that are unique',
    schema: { type: 'array', uniqueItems: true },
    sized: (size) => numbers(size).map((id) => ({ id })),
    size: 500,
  },
  {
    what: 'values of a long enumeration',
    schema: array({ enum: numbers(2000).map(String) }),
    sized: (size) => numbers(size).map((index) => String(index % 2000)),
    size: 2000,
  },
  {
    what: 'errors of two schemas of a union',
    schema: { anyOf: [array({ type: 'integer' }), array({ type: 'boolean' })] },
    sized: (size) => numbers(size).map(String),
    size: 1000,
  },
  {
    what: 'choices that two schemas of a union refuse',
    schema: { anyOf: [{ additionalProperties: { enum: ['a'] } }, { additionalProperties: { enum: ['b'] } }] },
    sized: (size) => namesOf(size, 'c'),
    size: 500,
  },
  {
    what: 'names that two schemas of a union refuse',
    schema: {
      anyOf: ['a', 'b'].map((name) => ({ properties: { [name]: {} }, additionalProperties: false })),
    },
    sized: (size) => namesOf(size, 'c'),
    size: 500,
  },
  { what: 'depth in a union of itself', schema: EXPRESSION, sized: (size) => nested(size, 1), size: 40 },
  {
    what: 'breadth, deep in a union of itself',
    schema: EXPRESSION,
    sized: (size) => nested(30, 'x', numbers(size)),
    size: 100,
  },
];

test.each(CASES)('a value is judged, and what is wrong told, in linear time: $what', ({ schema, sized, size }) => {
  const validate = validatorOf(schema, 'request');
  const growth = growthOf((of) => {
    const value = sized(of);
    return () => {
      const violation = validate(value);
      return violation && sentenceOf(violation);
    };
  }, size);
  expect(isLinear(growth)).toBe(true);
});

test('what a union of itself refuses is looked for at each level once more, and no value has over 200', () => {
  const validate = validatorOf(EXPRESSION, 'request');
  const growth = growthOf((depth) => {
    const value = nested(depth, 'x');
    return () => {
      const violation = validate(value);
      return violation && sentenceOf(violation);
    };
  }, 20);
  // Quadratic at most, which is 16; where each level doubled the work it would be 2^60.
  expect(growth.fourTimes).toBeLessThan(500);
});

test('what is wrong deep in a union of itself is told with its place', () => {
  const validate = validatorOf(EXPRESSION, 'request');
  expect(validate(nested(60, 7))).toBeUndefined();
  expect(validate(nested(60, 'x'))).toEqual({
    pointer: '/of/0'.repeat(60),
    keyword: 'type',
    expected: 'an object or an integer',
    found: '"x"',
  });
});

test('a keyword that JSON Schema has not is not looked into, however its objects multiply', () => {
  const inner = numbers(60).reduce<object>((part) => ({ one: part, other: part }), {});
  expect(validatorOf({ type: 'string', paths: inner }, 'request')('a')).toBeUndefined();
});

describe('equal values', () => {
  const unique = validatorOf({ type: 'array', uniqueItems: true }, 'request');

  test.each([
    ['of equal numbers', [1, 2, 1]],
    ['of numbers beyond 2^53', [2n ** 60n, 2n ** 60n]],
    [
      'of objects whose names are in another order',
      [
        { a: 1, b: [{ c: 2n ** 60n }] },
        { b: [{ c: 2n ** 60n }], a: 1 },
      ],
    ],
    ['of a name that JavaScript has a meaning for', JSON.parse('["__proto__", "__proto__"]')],
    ['of objects that have a valueOf', JSON.parse('[{"valueOf": 1, "toString": 2}, {"toString": 2, "valueOf": 1}]')],
  ])('are duplicates: %s', (_, items) => {
    expect(unique(items)?.expected).toBe('an array without duplicates');
  });

  test.each([
    ['a number and its text', [1, '1', [1], ['1'], { 1: 1 }]],
    ['an integer and the nearest one', [2n ** 60n, 2n ** 60n + 1n, [2n ** 60n], [2n ** 60n + 1n]]],
    ['texts that look like others in JSON', ['a', '"a"', ['a'], '["a"]', null, 'null', {}, '{}']],
    ['objects of which one has more', JSON.parse('[{}, {"__proto__": 1}, {"constructor": 1}, {"valueOf": 1}]')],
  ])('others are not: %s', (_, items) => {
    expect(unique(items)).toBeUndefined();
  });

  test('are told from others by const and enum, whatever names they have', () => {
    const value = { valueOf: [1], constructor: { name: 'x' } };
    for (const schema of [{ const: value }, { enum: ['a', value] }]) {
      const validate = validatorOf(schema, 'request');
      expect(validate({ constructor: { name: 'x' }, valueOf: [1] })).toBeUndefined();
      expect(validate({ ...value, valueOf: 1 })?.found).toBe('{"valueOf":1,"constructor":{"name":"x"}}');
    }
  });
});

describe('a text in the format url', () => {
  const validate = validatorOf({ type: 'string', format: 'url' }, 'request');

  test('is one, however long', () => {
    expect(validate('http://user:secret@www.example.com:8080/a')).toBeUndefined();
    expect(validate(`http://www.example.com/${'path/'.repeat(2000)}`)).toBeUndefined();
  });

  test('is not looked for without end', () => {
    expect(validate(`http://${':'.repeat(1_000_000)}`)?.expected).toBe('a text in the format url');
  });
});
