import { parse as parseLossless, stringify as stringifyLossless } from 'lossless-json';
import { MAY_LOSE_DIGITS, parseExactly } from './exact';

/** Text that is not JSON, or JSON beyond what is read here; the message says what and where. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
}

/** JSON, as far as it was looked at, that is nested deeper than is read here. */
export class JsonDepthError extends JsonError {}

/** Levels of objects and arrays. */
export const MAX_DEPTH = 200;
/** Of an integer: more than 64 bits or the 34 digits of a decimal128 need, and few enough to be computed with at once. */
export const MAX_DIGITS = 100;

/**
 * Parses JSON (RFC 8259) without losing a digit: an integer beyond ±(2^53-1) becomes a `bigint`, however it is written (`1e18`).
 * A name that occurs twice takes its last value, as with `JSON.parse`.
 *
 * @throws JsonError for text that is not JSON, nested deeper than 200, or with a number that `exactNumber` refuses
 */
export function parseJson(text: string): unknown {
  if (nestsDeeperThan(MAX_DEPTH, text)) throw new JsonDepthError(`nested more than ${MAX_DEPTH} levels deep`);
  if (!MAY_LOSE_DIGITS.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      // Read again below, for a message with the place.
    }
  }
  try {
    return parseExactly(text, exactNumber);
  } catch (error) {
    if (error instanceof JsonError) throw error;
    // Read again for a message with the place.
  }
  try {
    return parseLossless(text, null, { parseNumber: exactNumber, onDuplicateKey: ({ newValue }) => newValue });
  } catch (error) {
    throw error instanceof JsonError ? error : new JsonError(located(text, error));
  }
}

/** The exact JSON value of a text; undefined where it is none. */
export function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

/** JSON text of a value whose integers may be `bigint`; the inverse of `parseJson`. */
export function stringifyJson(value: unknown, indent?: number): string {
  return holdsBigint(value) ? (stringifyLossless(value, null, indent) ?? 'null') : JSON.stringify(value, null, indent);
}

/** A value as the text of an id or a parameter: a text as it is, an array or an object as JSON. */
export const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? stringifyJson(value) : String(value);

/** Looked for first: JSON.stringify throws at one, which takes longer than all the rest. */
function holdsBigint(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  if (Array.isArray(value)) return value.some(holdsBigint);
  for (const name in value) if (holdsBigint((value as Readonly<Record<string, unknown>>)[name])) return true;
  return false;
}

/**
 * The number that a JSON literal stands for: a `number` where that is exact, else for an integer a `bigint`. An integer
 * that is written with an exponent and stands for more than 100 digits (`1e300`) is a `number`, as a fraction is.
 *
 * @throws JsonError for an integer written out in more than 100 digits, and for what no double reaches (`1e999`)
 */
export function exactNumber(literal: string): number | bigint {
  const sign = literal.startsWith('-') ? '-' : '';
  const [mantissa = '', exponent = '0'] = literal.slice(sign.length).toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = withoutTrailingZeros(whole + fraction);
  const zeros = whole.length + Number(exponent) - digits.length;
  if (zeros < 0 || digits === '') return Number(literal);
  if (whole.length > MAX_DIGITS) throw new JsonError(`an integer of more than ${MAX_DIGITS} digits`);
  if (digits.length + zeros > MAX_DIGITS) return finite(literal);
  return exactInteger(BigInt(sign + digits + '0'.repeat(zeros)));
}

function finite(literal: string): number {
  const value = Number(literal);
  if (!Number.isFinite(value)) throw new JsonError(`the number ${literal} is out of range`);
  return value;
}

/** An integer in the one form it has here: `number` up to ±(2^53-1), `bigint` beyond. */
export function exactInteger(value: bigint): number | bigint {
  const narrowed = Number(value);
  return Number.isSafeInteger(narrowed) ? narrowed : value;
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** Whether a text has more levels of objects and arrays than a limit, as far as it is JSON. */
export function nestsDeeperThan(limit: number, text: string): boolean {
  // It has no room for so many.
  if (text.length <= limit) return false;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (inString) {
      if (char === 0x5c /* \ */) at += 1;
      else if (char === 0x22 /* " */) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x5b /* [ */ || char === 0x7b /* { */) {
      depth += 1;
      if (depth > limit) return true;
    } else if (char === 0x5d /* ] */ || char === 0x7d /* } */) depth -= 1;
  }
  return false;
}

/** The parser's message with its position as line and column. */
function located(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, what = message, position] = /^(.*?)(?: at position (\d+))?$/s.exec(message) ?? [];
  if (position === undefined) return what;
  const before = text.slice(0, Number(position)).split('\n');
  return `${what} at line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}
