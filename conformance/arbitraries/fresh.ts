import fc from 'fast-check';
import { fits, type Schema, stringifyJson, typesOf, validatorOf } from '../../openapi/contract';
import { mapOf } from './plain';
import { arbitraryOf } from './schema';
import { FORMATS } from './string';

/** After so many values that do not fit, or are known already, there is none. */
const MOST_TRIES = 40;

/**
 * A value that no record has yet: a text or a whole number in the likeness of the known ones, else of the schema's pattern
 * or format, else of plain letters. Undefined where the schema leaves no room for one.
 *
 * @param like values that the server is known to take
 * @param seed another one gives another value, as good as certainly
 */
export function freshValue(schema: Schema, like: readonly unknown[], seed: number): unknown {
  const makes = waysFor(schema, like);
  const known = new Set(like.map(String));
  for (let nth = 0; nth < MOST_TRIES; nth += 1) {
    const make = makes[Math.floor((nth * makes.length) / MOST_TRIES)];
    const value = make?.(seed * MOST_TRIES + nth);
    if (value !== undefined && !known.has(String(value)) && fits(schema, 'request', value)) return value;
  }
  return undefined;
}

type Make = (seed: number) => unknown;

/** The ways to make one, the best first. */
function waysFor(schema: Schema, like: readonly unknown[]): readonly Make[] {
  if (schema.enum !== undefined || schema.const !== undefined) return [];
  const types = typesOf(schema);
  if (types.includes('string'))
    return waysForText(
      schema,
      like.filter((one) => typeof one === 'string'),
    );
  if (!types.includes('integer')) return [];
  const numbers = like.filter((one) => typeof one === 'number' && one > 0);
  const most = Math.max(1_000_000, ...numbers.map(Number).filter((one) => one < 2 ** 31));
  return [(seed) => sample(fc.integer({ min: 1, max: most }), seed), (seed) => sample(arbitraryOf(schema), seed)];
}

function waysForText(schema: Schema, like: readonly string[]): readonly Make[] {
  const { pattern, format = '', minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const drawn: Make = (seed) => withCheckDigit(String(sample(arbitraryOf(schema), seed)), like);
  if (Object.hasOwn(FORMATS, format)) return [drawn];
  const mutated: Make = (seed) => {
    const model = like[seed % like.length];
    return model === undefined ? undefined : withCheckDigit(inTheLikenessOf(model, seed), like);
  };
  const ways = like.some((text) => ROOM.test(text)) ? [mutated] : [];
  if (pattern !== undefined) return [...ways, roomy(drawn)];
  const length = Math.min(Math.max(minLength, 8), maxLength);
  return [...ways, (seed) => inTheLikenessOf(`X${'x'.repeat(Math.max(0, length - 1))}`.slice(0, length), seed)];
}

/** Of some that are drawn one that has room: two short ones are soon the same. */
const roomy =
  (draw: Make): Make =>
  (seed) => {
    const some = Array.from({ length: DRAWN }, (_, nth) => String(draw(seed * DRAWN + nth)));
    return some.find((text) => text.length >= LEAST_ROOMY && text.length <= MOST_ROOMY) ?? some[0];
  };

const DRAWN = 8;
const LEAST_ROOMY = 6;
const MOST_ROOMY = 24;

/** Texts of fewer letters and digits have too few of their likeness. */
const ROOM = /(?:[a-z0-9].*){4}/is;

const LEAST_LOCAL = 6;

/** The same text with other letters, lower or upper case as they were, and other digits; of an address the host stays. */
function inTheLikenessOf(whole: string, seed: number): string {
  const [local = '', ...host] = whole.split(/(?=@)/);
  const text = host.length === 0 ? local : local.padEnd(LEAST_LOCAL, 'x');
  const draws = fc.sample(fc.array(fc.nat(25), { minLength: text.length, maxLength: text.length }), {
    numRuns: 1,
    seed,
  });
  const [numbers = []] = draws;
  let at = 0;
  const other = text.replaceAll(/[a-z]|[A-Z]|[1-9]/g, (char) => {
    const number = numbers[at++] ?? 0;
    if (/[a-z]/.test(char)) return String.fromCharCode(97 + number);
    return /[A-Z]/.test(char) ? String.fromCharCode(65 + number) : String(1 + (number % 9));
  });
  return other + host.join('');
}

/** The check digit that the known values have, or a number of 13 digits that begins as those of books do. */
function withCheckDigit(text: string, like: readonly string[]): string {
  const digit = checkDigitOf(text, like);
  return digit === undefined ? text : text.replace(/[\dX](?=\D*$)/, digit);
}

const sample = <T>(arbitrary: fc.Arbitrary<T>, seed: number): T | undefined =>
  fc.sample(fc.noBias(arbitrary), { numRuns: 1, seed })[0];

/** How the last digit of a number follows from the ones before it; undefined where the number is none of its kind. */
type Kind = (digits: readonly number[]) => string | undefined;

/** ISO 2108: a book's number of ten digits, the last of which may be X for ten. */
const isbn10: Kind = (digits) => {
  if (digits.length !== 9) return undefined;
  const rest = (11 - (digits.reduce((sum, digit, place) => sum + digit * (10 - place), 0) % 11)) % 11;
  return rest === 10 ? 'X' : String(rest);
};

/** GS1: the numbers of goods (EAN, UPC, GTIN) and, with 13 digits, of books. */
const gs1: Kind = (digits) =>
  [7, 11, 12, 13, 17].includes(digits.length)
    ? tenLess(digits.toReversed().map((digit, place) => digit * (place % 2 === 0 ? 3 : 1)))
    : undefined;

/** ISO/IEC 7812-1: the numbers of cards and many others. */
const luhn: Kind = (digits) =>
  digits.length < 5
    ? undefined
    : tenLess(
        digits
          .toReversed()
          .map((digit, place) => (place % 2 === 0 ? ((digit * 2) % 10) + Math.floor(digit / 5) : digit)),
      );

const tenLess = (weighted: readonly number[]): string =>
  String((10 - (weighted.reduce((sum, digit) => sum + digit, 0) % 10)) % 10);

/** A book's number is one whether or not another is known. */
const BOOK = /^97[89](?:-?\d){10}$/;

/**
 * The check digit that a text of digits should end in: by the rule that all known texts of its kind keep. Hyphens and
 * blanks do not count. Undefined where there is no such rule.
 */
export function checkDigitOf(text: string, known: readonly string[]): string | undefined {
  const kind = BOOK.test(text)
    ? gs1
    : [gs1, isbn10, luhn].find((one) => known.length > 1 && known.every((other) => keeps(other, one)));
  return kind?.(bodyOf(text));
}

const keeps = (text: string, kind: Kind): boolean => /^[\d -]*[\dX]$/.test(text) && kind(bodyOf(text)) === text.at(-1);

/** All digits but the last. */
const bodyOf = (text: string): readonly number[] => [...text.slice(0, -1).replaceAll(/\D/g, '')].map(Number);

/**
 * A value of a schema that is none of some others; undefined where none is found. Plain where the schema allows it, since
 * a server may know better than the schema what it takes.
 *
 * @param seed another one gives another value, where the schema has room
 */
export function anotherValue(schema: Schema, others: readonly unknown[], seed: number): unknown {
  const fits = validatorOf(schema, 'request');
  const taken = new Set(others.map((value) => stringifyJson(value ?? null)));
  const isOther = (value: unknown): boolean => fits(value) === undefined && !taken.has(stringifyJson(value));
  return [...plainValues(schema, seed)].find(isOther) ?? drawn(schema, seed).find(isOther);
}

function plainValues(whole: Schema, seed: number): readonly unknown[] {
  const { enum: values, format, pattern, minimum, maximum, ...schema } = whole;
  if (values !== undefined) return values.filter((value) => value !== null);
  const map = mapOf(whole, undefined, [[`entry${seed}`, `more${seed}`]]);
  if (map !== undefined) return [map];
  const types = typesOf(schema);
  const isText = types.includes('string') && format === undefined && pattern === undefined;
  if (isText) return TEXTS.map((text) => `${text} ${seed}`.slice(0, schema.maxLength));
  if (types.includes('boolean')) return [true, false];
  if (!types.includes('integer')) return [];
  return [Number(minimum ?? 0) + 1 + (seed % 7), Number(minimum ?? 1), Number(maximum ?? 2)];
}

const TEXTS = ['Another', 'Yet another', 'Other'];

const drawn = (schema: Schema, seed: number): readonly unknown[] =>
  fc.sample(arbitraryOf(schema), { numRuns: 20, seed }).filter((value) => value !== null);
