import fc, { type Arbitrary } from 'fast-check';

/** Texts that have troubled parsers, patterns, terminals and logs. */
const TROUBLESOME = [
  ...['', ' ', '\0', '\t', '\r\n', '\n', '\x1b[31m', '\x7f', '\u0080', '\u009b31m', '\u00a0', '\ufeff'],
  ...[
    '\u200b',
    '\u200d',
    '\u202e',
    '\u2028',
    '\u2066',
    '\ud800',
    '\udfff',
    '\u{1f600}',
    '\u{e0041}',
    'é',
    'e\u0301',
    'ß',
    'İ',
  ],
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
  'a',
  '-',
  '.',
  '~',
  '=',
  '%',
  '/',
  '\\',
  '"',
  ' ',
  '[',
  '{',
  '9',
  '_-',
  'a ',
  '%2d',
  '&',
  'a=&',
  'é',
  '\u{1f600}',
];

/** Any text, mostly short; of so many characters at the most. */
export const anyText = (most: number): Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...TROUBLESOME) },
    { weight: 3, arbitrary: fc.string({ maxLength: Math.min(most, 30), unit: 'binary' }) },
    { weight: 2, arbitrary: fc.string({ maxLength: Math.min(most, 30) }) },
    { weight: 1, arbitrary: longText(most) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...TROUBLESOME), fc.constantFrom(...TROUBLESOME)).map(joined) },
  );

/** One unit again and again; short ones are more frequent. */
export const longText = (most: number): Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...UNITS), size(most), fc.constantFrom('', '!', '\0', 'x'))
    .map(([unit, length, end]) => unit.repeat(Math.max(1, Math.floor(length / unit.length))).slice(0, most) + end);

/** A length up to `most`: as often between 1 and 2 as between 512 and 1024. */
export const size = (most: number): Arbitrary<number> =>
  fc
    .tuple(fc.nat({ max: Math.floor(Math.log2(most)) }), fc.nat({ max: 2 ** 20 }))
    .map(([power, part]) => Math.min(most, Math.floor(2 ** power * (1 + part / 2 ** 20))));

const joined = ([one, other]: readonly [string, string]): string => one + other;
