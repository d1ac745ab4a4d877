import fc from 'fast-check';
import { parseJson } from '../json/json';
import type { Schema } from '../model/schema';
import { validatorOf } from './validators';

const LOWEST = -(2n ** 63n);
const HIGHEST = 2n ** 63n - 1n;

/** `fits` where the JSON text fits the schema, and else what was expected. */
function judge(schema: Schema, text: string): string {
  return validatorOf(schema, 'request')(parseJson(text))?.expected ?? 'fits';
}

describe('an int64', () => {
  const int64: Schema = { type: 'integer', format: 'int64' };

  test('is any integer in its range', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: LOWEST, max: HIGHEST }), (value) => expect(judge(int64, `${value}`)).toBe('fits')),
    );
  });

  test('is none outside', () => {
    const beyond = fc.bigInt({ min: 1n, max: 10n ** 99n });
    const outside = fc.oneof(
      beyond.map((by) => HIGHEST + by),
      beyond.map((by) => LOWEST - by),
    );
    fc.assert(fc.property(outside, (value) => expect(judge(int64, `${value}`)).toBe('an integer of 64 bits')));
  });

  test.each([
    '-9223372036854775808',
    '9223372036854775807',
    '9007199254740993',
    '9.223372036854775807e18',
    '1.0',
    '-0',
  ])('is %s', (text) => {
    expect(judge(int64, text)).toBe('fits');
  });

  test.each(['-9223372036854775809', '9223372036854775808', '1e300', '1.5', '"1"', 'true', 'null', '[]'])(
    'is not %s',
    (text) => {
      expect(judge(int64, text)).toBe('an integer of 64 bits');
    },
  );

  test('is no number that was rounded on its way', () => {
    expect(validatorOf(int64, 'request')(2 ** 60)?.expected).toBe('an integer of 64 bits');
  });
});

describe('other numbers', () => {
  test.each<[Schema, string, string]>([
    [{ type: 'integer', format: 'int32' }, '-2147483648', 'fits'],
    [{ type: 'integer', format: 'int32' }, '2147483647', 'fits'],
    [{ type: 'integer', format: 'int32' }, '2147483648', 'an integer of 32 bits'],
    [{ type: 'integer', format: 'int32' }, '-2147483649', 'an integer of 32 bits'],
    [{ type: 'integer', format: 'int32' }, '1.5', 'an integer of 32 bits'],
    [{ type: 'integer' }, '1e300', 'fits'],
    [{ type: 'integer' }, '0.5', 'an integer'],
    [{ type: 'number' }, '0.5', 'fits'],
    [{ type: 'number' }, '9007199254740993', 'fits'],
    [{ type: 'number' }, '"0.5"', 'a number'],
    [{ type: 'number', format: 'double' }, '1e300', 'fits'],
    [{ type: ['integer', 'null'], format: 'int64' }, 'null', 'fits'],
    [{ type: ['integer', 'null'], format: 'int64' }, '""', 'an integer of 64 bits or null'],
    [{ type: ['string', 'integer'] }, '"a"', 'fits'],
    [{ type: ['string', 'integer'] }, '{}', 'a string or an integer'],
    [{ type: ['array', 'number'] }, '{}', 'an array or a number'],
    [{ type: ['object', 'number'] }, '{}', 'fits'],
  ])('%j: %s → %s', (schema, text, expected) => {
    expect(judge(schema, text)).toBe(expected);
  });
});

describe('a bound', () => {
  const integer: Schema = { type: 'integer' };
  test.each<[string, Schema, string, string]>([
    ['is part of the range', { ...integer, minimum: 1 }, '1', 'fits'],
    ['below', { ...integer, minimum: 1 }, '0', 'at least 1'],
    ['above', { ...integer, maximum: 100 }, '101', 'at most 100'],
    ['that is exclusive, as 3.0 spells it', { minimum: 1, exclusiveMinimum: true }, '1', 'more than 1'],
    ['the same, further below', { minimum: 1, exclusiveMinimum: true }, '0', 'more than 1'],
    ['the same, above', { maximum: 9, exclusiveMaximum: true }, '10', 'less than 9'],
    ['the same, inside', { minimum: 1, exclusiveMinimum: true, maximum: 3, exclusiveMaximum: true }, '2', 'fits'],
    ['that says it is not exclusive', { minimum: 1, exclusiveMinimum: false }, '1', 'fits'],
    ['that is exclusive, as 3.1 spells it', { exclusiveMinimum: 1 }, '1', 'more than 1'],
    ['the same, above it', { exclusiveMaximum: 9 }, '9', 'less than 9'],
    ['both, as 3.1 has them', { minimum: 5, exclusiveMinimum: 1 }, '3', 'at least 5'],
    ['beyond 2^53', { maximum: 9007199254740993n }, '9007199254740993', 'fits'],
    ['beyond 2^53, passed by one', { maximum: 9007199254740993n }, '9007199254740994', 'at most 9007199254740993'],
    ['without a type, for a text', { minimum: 1 }, '"a"', 'fits'],
  ])('%s', (_, schema, text, expected) => {
    expect(judge(schema, text)).toBe(expected);
  });

  test.each<[number | bigint, string, string]>([
    [3, '9', 'fits'],
    [3, '10', 'a multiple of 3'],
    [3, '9007199254740993', 'fits'],
    [3, '9007199254740994', 'a multiple of 3'],
    [9007199254740993n, '18014398509481986', 'fits'],
    [0.1, '0.3', 'fits'],
    [0.1, '0.35', 'a multiple of 0.1'],
    [2, '1.5', 'a multiple of 2'],
  ])('multipleOf %p: %s → %s', (multipleOf, text, expected) => {
    expect(judge({ type: 'number', multipleOf }, text)).toBe(expected);
  });

  test('that nothing can be a multiple of judges nothing', () => {
    expect(judge({ multipleOf: 0 }, '1')).toBe('fits');
  });
});

test('bounds of numbers leave the format of texts as it is', () => {
  const schema: Schema = { type: 'string', format: 'uuid', minimum: 1 };
  expect(judge(schema, '"4"')).toBe('a text in the format uuid');
  expect(judge(schema, '"5a4981aa-9653-4bd1-bef5-d6bff52042e4"')).toBe('fits');
  expect(judge({ type: ['string', 'integer'], format: 'date', minimum: 1 }, '0')).toBe('at least 1');
});
