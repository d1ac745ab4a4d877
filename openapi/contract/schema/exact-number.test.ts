import fc from 'fast-check';
import { exactInteger, parseJson, stringifyJson } from '../json/json';
import type { Schema } from '../model/schema';
import { validatorOf } from './validators';

/** `fits` where the JSON text fits the schema, and else what was expected. */
function judge(schema: Schema, text: string): string {
  return validatorOf(schema, 'request')(parseJson(text))?.expected ?? 'fits';
}

const RANGES = { int32: [-(2n ** 31n), 2n ** 31n - 1n], int64: [-(2n ** 63n), 2n ** 63n - 1n] } as const;

/** Integers, mostly near the ends of ranges and where doubles become too wide. */
const integer = fc.oneof(
  fc.bigInt({ min: -5n, max: 5n }),
  fc
    .tuple(fc.constantFrom(31n, 32n, 53n, 63n, 64n, 300n), fc.bigInt({ min: -3n, max: 3n }), fc.constantFrom(1n, -1n))
    .map(([power, by, sign]) => sign * (2n ** power + by)),
);

test.each(['int32', 'int64'] as const)(
  'an %s is any integer of its range, however it is written, and nothing else',
  (format) => {
    const [least, most] = RANGES[format];
    const expected = `an integer of ${format.slice(3)} bits`;
    fc.assert(
      fc.property(integer, fc.constantFrom('', '.0'), (value, end) => {
        const isInRange = value >= least && value <= most;
        expect(judge({ type: 'integer', format }, `${value}${end}`)).toBe(isInRange ? 'fits' : expected);
      }),
    );
    for (const text of ['-0', '1.0']) expect(judge({ type: 'integer', format }, text)).toBe('fits');
    for (const text of ['1e300', '1.5', '"1"', 'true', 'null', '[]'])
      expect(judge({ type: 'integer', format }, text)).toBe(expected);
  },
);

test('a number that was rounded on its way is no int64', () => {
  expect(validatorOf({ type: 'integer', format: 'int64' }, 'request')(2 ** 60)?.expected).toBe('an integer of 64 bits');
});

test.each<[Schema, string, string]>([
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
  [{ minimum: 1 }, '"a"', 'fits'],
  [{ multipleOf: 0 }, '1', 'fits'],
  [{ type: 'number', multipleOf: 0.1 }, '0.3', 'fits'],
  [{ type: 'number', multipleOf: 0.1 }, '0.35', 'a multiple of 0.1'],
  [{ type: 'number', multipleOf: 2 }, '1.5', 'a multiple of 2'],
])('other numbers: %j: %s → %s', (schema, text, expected) => {
  expect(judge(schema, text)).toBe(expected);
});

test('bounds and multiples are exact, as OpenAPI 3.0 and as 3.1 spell those that are exclusive', () => {
  /** How far from the value. */
  const bound = fc.option(fc.oneof(fc.bigInt({ min: -1n, max: 1n }), integer), { nil: undefined });
  const bounds = fc.record({
    above: bound,
    below: bound,
    isExclusive: fc.boolean(),
    spelling: fc.constantFrom('3.0', '3.1'),
    multipleOf: fc.option(fc.constantFrom(1n, 2n, 3n, 7n, 2n ** 53n + 1n), { nil: undefined }),
  });
  fc.assert(
    fc.property(integer, bounds, (value, { above, below, isExclusive, spelling, multipleOf }) => {
      const isFlag = spelling === '3.0';
      const sided = (side: 'Minimum' | 'Maximum', by: bigint | undefined): Schema => {
        if (by === undefined) return {};
        const limit = exactInteger(value + by);
        const inclusive = side === 'Minimum' ? 'minimum' : 'maximum';
        if (isExclusive && !isFlag) return { [`exclusive${side}`]: limit };
        return { [inclusive]: limit, ...(isFlag ? { [`exclusive${side}`]: isExclusive } : {}) };
      };
      const schema: Schema = {
        ...sided('Minimum', above),
        ...sided('Maximum', below),
        ...(multipleOf === undefined ? {} : { multipleOf: exactInteger(multipleOf) }),
      };
      const isTooSmall = above !== undefined && (isExclusive ? above >= 0n : above > 0n);
      const isTooLarge = below !== undefined && (isExclusive ? below <= 0n : below < 0n);
      const broken = [
        ...(isTooSmall ? [`${isExclusive ? 'more than' : 'at least'} ${value + (above ?? 0n)}`] : []),
        ...(isTooLarge ? [`${isExclusive ? 'less than' : 'at most'} ${value + (below ?? 0n)}`] : []),
        ...(multipleOf !== undefined && value % multipleOf !== 0n ? [`a multiple of ${multipleOf}`] : []),
      ];
      const found = judge(schema, stringifyJson(exactInteger(value)));
      expect(broken.length === 0 ? ['fits'] : broken).toContain(found);
    }),
    { numRuns: 300 },
  );
  expect(judge({ minimum: 5, exclusiveMinimum: 1 }, '3')).toBe('at least 5');
});

test('bounds of numbers leave the format of texts as it is', () => {
  const schema: Schema = { type: 'string', format: 'uuid', minimum: 1 };
  expect(judge(schema, '"4"')).toBe('a text in the format uuid');
  expect(judge(schema, '"5a4981aa-9653-4bd1-bef5-d6bff52042e4"')).toBe('fits');
  expect(judge({ type: ['string', 'integer'], format: 'date', minimum: 1 }, '0')).toBe('at least 1');
});
