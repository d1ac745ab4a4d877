/** Figures, be they numbers or texts of decimal digits, as amounts of money often are: `"1250.00"`. */
import { keywordOf, memoized, type Schema, typesOf } from '../../openapi/contract';

/** A pattern of digits alone, and how many may stand behind the point: that of versions, which have none such, is no figure. */
const OF_DIGITS = /^[\^$\\d0-9.[\](){}?*+,|:-]+$/;
const BEHIND_POINT = /(?:\\\.|\[\.\])(?:\(\?:)?(?:\\d|\[0-9\])(?:\{\d|\\d|\[0-9\])/;

/** Whether the texts of a schema are decimal figures, as its pattern or its format says. */
export const isDecimal = memoized((schema: Schema): boolean => {
  if (
    typesOf(schema)
      .filter((type) => type !== 'null')
      .join() !== 'string'
  )
    return false;
  const [pattern, format] = [keywordOf(schema, 'pattern') ?? '', keywordOf(schema, 'format')];
  return format === 'decimal' || (OF_DIGITS.test(pattern) && BEHIND_POINT.test(pattern));
});

/** Whether the values of a schema are numbers, or texts of such. */
export const isFigure = (schema: Schema): boolean =>
  typesOf(schema).some((type) => type === 'integer' || type === 'number') || isDecimal(schema);

const DECIMAL = /^(-?\d{1,40})(?:\.(\d{1,20}))?$/;

/** A number, or what a text of decimal digits says; undefined where it is none. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && DECIMAL.test(value) ? Number(value) : undefined;
}

/** A figure to its last digit: so many units of the last of its places behind the point. */
export interface Exact {
  readonly units: bigint;
  readonly places: number;
}

/** The same, of a number as it is written; undefined where that takes an exponent. */
export function exactIn(value: unknown): Exact | undefined {
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  const [, whole = '', rest = ''] = (isNumber || typeof value === 'string' ? DECIMAL.exec(String(value)) : null) ?? [];
  return whole === '' ? undefined : { units: BigInt(whole + rest), places: rest.length };
}

/** The units of a figure at so many places, as many as it has or more. */
export const unitsAt = ({ units, places }: Exact, at: number): bigint =>
  units * 10n ** BigInt(Math.max(0, at - places));

/** Nearly the same, as a number of the language. */
export const numberOf = ({ units, places }: Exact): number => Number(units) / 10 ** places;

/** How two figures compare, texts to their last digit; undefined where one is none. */
export function compareFigures(one: unknown, other: unknown): number | undefined {
  const isNumber = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';
  if (isNumber(one) && isNumber(other)) return one < other ? -1 : one > other ? 1 : 0;
  const [first, second] = [one, other].map((value) => (typeof value === 'string' ? DECIMAL.exec(value) : null));
  if (!first || !second) return undefined;
  const places = Math.max(first[2]?.length ?? 0, second[2]?.length ?? 0);
  const [left = 0n, right = 0n] = [first, second].map(([, whole = '', rest = '']) =>
    BigInt(whole + rest.padEnd(places, '0')),
  );
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A figure in the form of another one: as a text with as many digits behind the point where that is a text. */
export const figureLike = (figure: number, like: unknown): number | string =>
  typeof like === 'string' ? figure.toFixed(like.split('.')[1]?.length ?? 0) : figure;
