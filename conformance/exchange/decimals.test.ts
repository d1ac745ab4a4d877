import fc from 'fast-check';
import type { Schema } from '../../openapi/contract';
import { compareFigures, figureLike, isDecimal, numberIn } from './decimals';

test.each<readonly [boolean, Schema]>([
  [true, { type: 'string', pattern: '^(0|[1-9][0-9]{0,14})\\.[0-9]{2}$' }],
  [true, { type: ['string', 'null'], pattern: '^-?\\d+\\.\\d\\d$' }],
  [true, { type: 'string', format: 'decimal' }],
  // A version, a number of a house, a text with digits in it.
  [false, { type: 'string', pattern: '^\\d+\\.\\d+$' }],
  [false, { type: 'string', pattern: '^\\d{5}$' }],
  [false, { type: 'string', pattern: '^EUR \\d+\\.\\d{2}$' }],
  [false, { type: 'number' }],
])('whether texts are figures: %j of %j', (expected, schema) => {
  expect(isDecimal(schema)).toBe(expected);
});

test('texts of cents compare as their cents do, to the last digit', () => {
  const cents = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
  const textOf = (value: bigint): string => {
    const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
    return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  };
  fc.assert(
    fc.property(cents, cents, (one, other) => {
      expect(compareFigures(textOf(one), textOf(other))).toBe(one < other ? -1 : one > other ? 1 : 0);
    }),
  );
});

test('what is no figure compares with none, and a figure takes the form of another', () => {
  expect([compareFigures('abc', '1.00'), compareFigures('', ''), compareFigures('1.50', '1.5')]).toEqual([
    undefined,
    undefined,
    0,
  ]);
  expect([figureLike(40, '1250.00'), figureLike(40, 7), numberIn('12.50'), numberIn('x')]).toEqual([
    ...['40.00', 40, 12.5],
    undefined,
  ]);
});
