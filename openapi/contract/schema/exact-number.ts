import type { FuncKeywordDefinition } from 'ajv';
import type { DataValidateFunction } from 'ajv/dist/types';
import { isNumeric, jsonTypeOf } from '../json/value';
import { memoized } from '../memo/memo';
import type { Schema } from '../model/schema';
import { ownTypesOf } from './alternatives';

export const EXACT_NUMBER = 'exactNumber';

/**
 * Types and bounds of numbers that may be `bigint`. ajv's own `type: integer` refuses every bigint, and its int64 is
 * `Number.isInteger`, which takes 1e300. A number that is not exact (beyond ±(2^53-1) and no bigint) is no int64.
 */
export const exactNumberKeyword: FuncKeywordDefinition = {
  keyword: EXACT_NUMBER,
  compile(bounds: Bounds) {
    const tests = testsOf(bounds);
    const acceptsOthers = bounds.types.filter((type) => type !== 'integer' && type !== 'number');
    const validate: DataValidateFunction = (value) => {
      if (!isNumeric(value)) {
        if (bounds.types.length === 0 || acceptsOthers.includes(jsonTypeOf(value))) return true;
        return refuse(validate, { keyword: 'type', expected: expectedType(bounds) });
      }
      for (const test of tests) if (!test.holds(value)) return refuse(validate, test);
      return true;
    };
    return validate;
  },
};

/** @param broken with the keyword of JSON Schema that ours stands for */
function refuse(validate: DataValidateFunction, { keyword, expected }: Pick<Test, 'keyword' | 'expected'>): false {
  validate.errors = [{ keyword: EXACT_NUMBER, message: `must be ${expected}`, params: { expected, keyword } }];
  return false;
}

/** Inclusive ranges of OpenAPI's integer formats (OpenAPI 3.0.3 §4.4). */
const RANGES: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
};

interface Test {
  /** The keyword of JSON Schema that asks for it. */
  readonly keyword: string;
  readonly expected: string;
  readonly holds: (value: Numeric) => boolean;
}

function testsOf(bounds: Bounds): readonly Test[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = bounds;
  if (multipleOf !== undefined && multipleOf <= 0) throw new Error(`multipleOf must be more than 0, not ${multipleOf}`);
  const test = (keyword: string, words: string, bound: unknown, fits: (value: Numeric, bound: Numeric) => boolean) =>
    isNumeric(bound) ? [{ keyword, expected: `${words} ${bound}`, holds: (value: Numeric) => fits(value, bound) }] : [];
  // OpenAPI 3.0 spells an exclusive bound as a flag beside the bound, 3.1 as a bound of its own.
  const [isAbove, isBelow] = [exclusiveMinimum === true, exclusiveMaximum === true];
  return [
    { keyword: 'type', expected: expectedType(bounds), holds: typeTest(bounds) },
    ...test('minimum', 'at least', isAbove ? undefined : minimum, (value, bound) => value >= bound),
    ...test('maximum', 'at most', isBelow ? undefined : maximum, (value, bound) => value <= bound),
    ...test('exclusiveMinimum', 'more than', isAbove ? minimum : exclusiveMinimum, (value, bound) => value > bound),
    ...test('exclusiveMaximum', 'less than', isBelow ? maximum : exclusiveMaximum, (value, bound) => value < bound),
    ...test('multipleOf', 'a multiple of', multipleOf, isMultiple),
  ];
}

function typeTest({ types, format }: Bounds): (value: Numeric) => boolean {
  if (types.length === 0 || types.includes('number'))
    return (value) => typeof value === 'bigint' || Number.isFinite(value);
  if (!types.includes('integer')) return () => false;
  const range = format === undefined ? undefined : RANGES[format];
  if (range === undefined) return (value) => typeof value === 'bigint' || Number.isInteger(value);
  const [lowest, highest] = range;
  // A number is compared with numbers: with a bigint V8 does it out of line. Every safe integer is in the range of int64,
  // though its end is none.
  const [least, most] = [Number(lowest), Number(highest)];
  return (value) =>
    typeof value === 'bigint'
      ? value >= lowest && value <= highest
      : Number.isSafeInteger(value) && value >= least && value <= most;
}

function expectedType({ types, format }: Bounds): string {
  const names = types.map((type) => {
    if (type !== 'integer')
      return type === 'null' ? 'null' : `${type === 'object' || type === 'array' ? 'an' : 'a'} ${type}`;
    if (format === 'int64') return 'an integer of 64 bits';
    return format === 'int32' ? 'an integer of 32 bits' : 'an integer';
  });
  return names.length === 0 ? 'a finite number' : names.join(' or ');
}

function isMultiple(value: Numeric, of: Numeric): boolean {
  if (Number.isInteger(Number(of)) && (typeof value === 'bigint' || Number.isInteger(value))) {
    return BigInt(value) % BigInt(of) === 0n;
  }
  // As ajv does it: the quotient of two decimals is not exact, so it may miss an integer by a rounding error.
  const quotient = Number(value) / Number(of);
  const times = Math.round(quotient);
  return times === 0 ? quotient === 0 : Math.abs(quotient - times) < 1e-9;
}

/** The keywords that judge numbers. */
const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const;
const NUMERIC = ['format', ...BOUNDS] as const;

type Numeric = number | bigint;

/** What a schema says of numbers. */
interface Bounds {
  readonly types: readonly string[];
  readonly format?: string;
  readonly minimum?: Numeric;
  readonly maximum?: Numeric;
  readonly exclusiveMinimum?: boolean | Numeric;
  readonly exclusiveMaximum?: boolean | Numeric;
  readonly multipleOf?: Numeric;
}

/** What `exactNumber` takes over from ajv's own keywords; undefined if the schema says nothing of numbers. */
export function numberBounds(schema: Schema): Bounds | undefined {
  const types = ownTypesOf(schema);
  const isNumeric = types.includes('integer') || types.includes('number');
  const hasBounds = BOUNDS.some((keyword) => schema[keyword] !== undefined);
  if (!isNumeric && !hasBounds) return undefined;
  const bounds = NUMERIC.flatMap((keyword) => (schema[keyword] === undefined ? [] : [[keyword, schema[keyword]]]));
  return { types, ...(Object.fromEntries(bounds) as Omit<Bounds, 'types'>) };
}

/** Whether a number has the type and keeps the bounds of a flat schema. */
export function keepsBounds(schema: Schema, number: Numeric): boolean {
  return testsFor(schema).every(({ holds }) => holds(number));
}

const testsFor = memoized((schema: Schema): readonly Test[] => {
  const bounds = numberBounds(schema);
  return bounds === undefined ? [] : testsOf(bounds);
});

/** Whether `numberBounds` takes this keyword over; formats of texts stay, whatever stands beside them. */
export const isNumericKeyword = (keyword: string, value: unknown): boolean =>
  (NUMERIC as readonly string[]).includes(keyword) && (keyword !== 'format' || NUMBER_FORMATS.has(value));

/** Formats of the registry of OpenAPI that ajv knows for numbers, and has no exact test for. */
const NUMBER_FORMATS = new Set<unknown>(['int32', 'int64', 'float', 'double']);
