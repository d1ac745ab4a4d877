import fc, { type Arbitrary } from 'fast-check';
import type { Operation, Parameter } from '../../../openapi/contract';

/** One of these, each as often as its weight says. */
export const weighted = <Value>(
  ...choices: readonly (readonly [weight: number, arbitrary: Arbitrary<Value>])[]
): Arbitrary<Value> => fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** The usual value, or now and then one of the others. */
export const rarely = <Value>(usual: Value, others: readonly Value[], weight = 5): Arbitrary<Value> =>
  weighted([weight, fc.constant(usual)], [1, fc.constantFrom(...others)]);

/** A length up to `most`: as often between 1 and 2 as between 512 and 1024. */
export const size = (most: number): Arbitrary<number> =>
  fc
    .tuple(fc.nat({ max: Math.floor(Math.log2(most)) }), fc.nat({ max: 2 ** 20 }))
    .map(([power, part]) => Math.min(most, Math.floor(2 ** power * (1 + part / 2 ** 20))));

/** Texts that have troubled parsers, patterns, terminals and logs. */
const TROUBLESOME = [
  ...['', ' ', '\0', '\t', '\r\n', '\n', '\x1b[31m', '\x7f', '\u0080', '\u009b31m', '\u00a0', '\ufeff', '\u200b'],
  ...['\u200d', '\u202e', '\u2028', '\u2066', '\ud800', '\udfff', '\u{1f600}', '\u{e0041}', 'é', 'e\u0301', 'ß', 'İ'],
  ...['null', 'undefined', 'true', 'NaN', 'Infinity', '-0', '0', '1', '-1', '1.0', '1e0', '1e999', '0x10', '010', '+1'],
  ...['9007199254740993', '9223372036854775807', '9223372036854775808', '-9223372036854775809', '1e400', '1_000'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'then', 'length'],
  ...['..', '.', '../..', '..%2f', '/etc/passwd', '\\', 'C:\\', '%', '%%', '%0', '%00', '%zz', '%c0%af', '%ff', '%25'],
  ...['"', "'", '`', '<script>', '</title>', '&amp;', '{{1}}', '{}', '[]', '[', '{', '}', '*', '**', '?', '#'],
  ...['a=b&c=d', 'a;b', 'a,b', 'a:b', 'a|b', 'a b', '(((((', '))))', '^(a+)+$', 'a{1,99999}', '\\d+', '$ref', '#/x'],
  ...['2026-01-01T00:00:00Z', '9999-12-31T23:59:60Z', '-271821-04-20', '+275760-09-13', 'Bearer', 'Basic', 'Bearer ='],
];

/** What a long text repeats. */
const UNITS = [
  ...['a', '-', '.', '~', '=', '%', '/', '\\', '"', ' ', '[', '{', '9', '_-', 'a ', '%2d', '&', 'a=&', 'é'],
  '\u{1f600}',
];

/** A character of Unicode. To make `unit: 'binary'` of fast-check takes seconds, in which it lists a million of them. */
const character = (): Arbitrary<string> =>
  fc.integer({ min: 0, max: 0x10_ffff - 0x800 }).map((nth) => String.fromCodePoint(nth < 0xd800 ? nth : nth + 0x800));

/** Any text, mostly short; of so many characters at the most. */
export const anyText = (most: number): Arbitrary<string> =>
  weighted(
    [6, fc.constantFrom(...TROUBLESOME)],
    [3, fc.string({ maxLength: Math.min(most, 30), unit: character() })],
    [2, fc.string({ maxLength: Math.min(most, 30) })],
    [1, longText(most)],
    [1, fc.array(fc.constantFrom(...TROUBLESOME), { minLength: 2, maxLength: 2 }).map((both) => both.join(''))],
  );

/** One unit again and again; short ones are more frequent. */
export const longText = (most: number): Arbitrary<string> =>
  fc
    .tuple(repeated(UNITS, most), fc.constantFrom('', '!', '\0', 'x'))
    .map(([text, end]) => text.slice(0, most - 1) + end);

/** One of these units as often as fits into some length. */
export const repeated = (units: readonly string[], most: number): Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...units), size(most))
    .map(([unit, length]) => unit.repeat(Math.max(1, Math.floor(length / unit.length))));

/** A text that a header may have: its bytes are visible, or spaces and tabs within. */
export const headerText = (most: number): Arbitrary<string> =>
  fc.oneof(anyText(2000), longText(most)).map((text) => text.replaceAll(/[^\x20-\x7e\x80-\xff]/g, '?').trim());

/** Ways to write a text into a request's target, of which some are wrong. */
const ENCODINGS: readonly ((text: string) => string)[] = [
  (text) => percent(text, /[^A-Za-z0-9._~-]/),
  (text) => percent(text, /[^A-Za-z0-9._~!$'()*+,;:@=-]/),
  (text) => percent(text, /[\s\S]/),
  (text) => percent(text, /[\s\S]/).toLowerCase(),
  (text) => percent(percent(text, /[^A-Za-z0-9._~-]/), /%/),
  (text) => percent(text, /[^A-Za-z0-9._~-]/).replaceAll('%20', '+'),
  (text) => percent(text, /[^A-Za-z0-9._~%-]/),
  (text) => percent(text, /[^A-Za-z0-9._~%/?&=#;{}|\\^`"<>[\]-]/),
];

/** A text as some client may write it in a path or a query. What stands in it keeps the rules of a request line. */
export const encoded = (text: Arbitrary<string>): Arbitrary<string> =>
  fc.tuple(text, fc.constantFrom(...ENCODINGS)).map(([plain, encode]) => percent(encode(plain), /[^\x21-\x7e]/));

/** Percent-encodes what matches, as UTF-8; half of a surrogate pair as the three bytes that it would have. */
function percent(text: string, which: RegExp): string {
  let written = '';
  for (const letter of text) written += which.test(letter) ? bytesOf(letter) : letter;
  return written;
}

function bytesOf(letter: string): string {
  const code = letter.charCodeAt(0);
  const isLone = letter.length === 1 && code >= 0xd800 && code <= 0xdfff;
  const bytes = isLone ? [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)] : Buffer.from(letter);
  return [...bytes].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

/** The path of an operation, without the prefix, with a value in the place of each parameter. */
export function pathWith(
  { path, parameters }: Operation,
  textOf: (parameter: Parameter) => Arbitrary<string>,
): Arbitrary<string> {
  const segments = path.split('/').map((segment) => {
    const parameter = parameters.find((one) => one.in === 'path' && segment.includes(`{${one.name}}`));
    return parameter === undefined
      ? fc.constant(segment)
      : textOf(parameter).map((text) => segment.replace(/\{[^}]*\}/g, () => text));
  });
  return fc.tuple(...segments).map((parts) => parts.join('/'));
}

/** A key as it may stand in a place where no key belongs. */
export const hiddenKey = (keys: readonly string[]): Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...keys), fc.constantFrom(...DISGUISES), fc.constantFrom(...FRAMES))
    .map(([key, disguise, [before, after]]) => before + disguise(key) + after);

/** Ways to write a key, each of which some program decodes. */
const DISGUISES: readonly ((key: string) => string)[] = [
  (key) => key,
  (key) => percent(key, /[\s\S]/),
  (key) => percent(key, /[^A-Za-z0-9]/),
  (key) => percent(key, /[a-z]/),
  (key) => percent(percent(key, /[^A-Z]/), /%/),
  (key) => `Bearer ${key}`,
  (key) => `Bearer+${key}`,
  (key) => `Bearer%20${key}`,
  (key) => `Basic ${Buffer.from(`user:${key}`).toString('base64')}`,
  (key) => `${key},${key}`,
];

const FRAMES: readonly (readonly [before: string, after: string])[] = [
  ...([
    ['', ''],
    ['', ' '],
    ['"', '"'],
    ['<', '>'],
    ['(', ')'],
  ] as const),
  ...([
    ['key=', ''],
    ['', '=1'],
    ['https://user:', '@host/'],
    ['x/', '/y'],
    ['a,', ';b'],
  ] as const),
];
