import { exactInteger } from '../../../../openapi/contract';
import type { Id } from '../../stores/records';

/**
 * A text for each id, whose order by bytes of UTF-8 is that of the ids (`compareIds`), as are JavaScript's and Redis' own of
 * such texts. It can be turned back. A whole number up to 2^53 - 1 has at most two characters more than digits.
 *
 * What is negative comes first, then other numbers, then texts. A number has its count of digits before the point as one
 * character, its digits, and those after the point. Of what is negative both are complemented, and an end follows that is
 * above all digits, since -5.5 is below -5.
 */
export function orderKeyOf(id: Id): string {
  if (typeof id === 'string') return TEXT + spread(id);
  const [whole, fraction] = digitsOf(id);
  const isNegative = id < 0;
  if (!isNegative) return NUMBER + String.fromCharCode(FEWEST + whole.length) + whole + fraction;
  return NEGATIVE + String.fromCharCode(MOST - whole.length) + complement(whole + fraction) + END;
}

/** The id that a key was made of. */
export function idOfOrderKey(key: string): Id {
  if (key.startsWith(TEXT)) return gathered(key.slice(1));
  const isNegative = key.startsWith(NEGATIVE);
  const length = isNegative ? MOST - key.charCodeAt(1) : key.charCodeAt(1) - FEWEST;
  const digits = isNegative ? complement(key.slice(2, -1)) : key.slice(2);
  const sign = isNegative ? '-' : '';
  const [whole, fraction] = [digits.slice(0, length), digits.slice(length)];
  if (fraction !== '') return Number(`${sign}${whole}.${fraction}`);
  // As `parseJson` reads them: a double is what has more digits than it takes for an exact number.
  return length > MOST_EXACT ? Number(sign + whole) : exactInteger(BigInt(sign + whole));
}

const NEGATIVE = 'n';
const NUMBER = 'p';
const TEXT = 't';
/** Above every digit. */
const END = '~';
/** What a count of digits is added to: a number of up to 19 digits has one that takes a byte. */
export const FEWEST = 0x40;
/** What it is taken from: no number has more than 309. */
const MOST = 0x240;
const MOST_EXACT = 100;

/** The digits of a number before and after its point. Those of a double are the fewest that tell it from others. */
function digitsOf(id: number | bigint): readonly [string, string] {
  if (typeof id === 'bigint' || Number.isInteger(id)) return [String(BigInt(id)).replace('-', ''), ''];
  const [mantissa = '', exponent = '0'] = String(Math.abs(id)).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  // A fraction is written with an exponent only where that is negative.
  return exponent === '0' ? [whole, fraction] : ['0', '0'.repeat(-Number(exponent) - 1) + whole + fraction];
}

const complement = (digits: string): string => digits.replace(/\d/g, (digit) => String(9 - Number(digit)));

/** From here on units of UTF-16 are in another order than the bytes of UTF-8: halves of pairs come before the last ones. */
const SURROGATES = 0xd800;
const BEYOND = 0x1_0000;

/** Each late unit as a character of its own, above all others. */
const spread = (text: string): string =>
  LATE.test(text)
    ? text.replace(LATE_UNITS, (unit) => String.fromCodePoint(BEYOND + unit.charCodeAt(0) - SURROGATES))
    : text;

const gathered = (text: string): string =>
  LATE.test(text)
    ? text.replace(SPREAD, (late) => String.fromCharCode((late.codePointAt(0) ?? 0) - BEYOND + SURROGATES))
    : text;

const LATE = /[\ud800-\uffff]/;
const LATE_UNITS = /[\ud800-\uffff]/g;
const SPREAD = /[\u{10000}-\u{1ffff}]/gu;
