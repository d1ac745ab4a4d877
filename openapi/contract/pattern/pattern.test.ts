/** @modules own: it replaces one of them. */

import fc, { type Arbitrary } from 'fast-check';
import { growthOf, isLinear } from '../../program/testing/growth';
import { newPattern } from './pattern';

// What a pattern means is not for the machine to say: here the time of a match stands still (`timed.test.ts` has the limit).
jest.mock('./timed', () => {
  const timed = jest.requireActual<typeof import('./timed')>('./timed');
  const patient = timed.newTimedTest({ elapsed: () => 0, worked: () => 0 });
  return { ...timed, timedTest: () => patient };
});

/** Parts of patterns, those among them that RE2 reads otherwise than ECMA-262, if at all. */
const ATOMS = [
  ...String.raw`a b A - _ . [ab] [^a] [a-c-] [\w-] [^\s.] [] [^] [\b] [\-\]^] \b \B ^ $ (?:)`.split(' '),
  ...String.raw`\d \D \w \W \s \S \p{L} \P{Lu} \p{Script=Greek} \. \/ \$ \^ \x61 \cJ \0 \t \v`.split(' '),
  ...String.raw`\u0061 \u{1F415} \ud83d\udc15 \ud83d [\ud800-\udfff]`.split(' '),
  ...[' ', '\u{1F415}'],
];
const SPECIAL = ['(?=a)', '(?!b)', '(?<=a)', '(?<!\\w)', '(?=\\w*b)', '(?!.*-)', '(a)\\1', '(?<n>b?)\\k<n>'];
const QUANTIFIERS = ['?', '*', '+', '{2}', '{0}', '{1,2}', '{2,}', '*?', '+?', '{0,3}?'];
const CHARACTERS = [
  ...'abcAB1-_ .\n\r\t\v\0\b$^/]ßéα\u00a0\u2028\ufeff\u017f\u212a\ufffd\uffff\u{10ffff}\u{1F415}',
  ...['\ud83d', '\udc15'],
];

const patternFrom = (atoms: readonly string[]): Arbitrary<string> => {
  const { pattern } = fc.letrec<{ pattern: string; term: string; atom: string }>((tie) => ({
    pattern: fc
      .array(
        fc.array(tie('term'), { maxLength: 3 }).map((terms) => terms.join('')),
        { minLength: 1, maxLength: 3 },
      )
      .map((alternatives) => alternatives.join('|')),
    term: fc
      .tuple(tie('atom'), fc.oneof({ weight: 2, arbitrary: fc.constant('') }, fc.constantFrom(...QUANTIFIERS)))
      // What takes no place takes no quantifier either, but for a group around it.
      .map(([atom, often]) => (often === '' ? atom : `(?:${atom})${often}`)),
    atom: fc.oneof(
      // Deeper ones are so large that a single one may take longer than all others together.
      { maxDepth: 2, withCrossShrink: true },
      fc.constantFrom(...atoms),
      tie('pattern').map((inner) => `(?:${inner})`),
      tie('pattern').map((inner) => `(${inner})`),
    ),
  }));
  return fc.oneof(
    pattern,
    pattern.map((inner) => `^(?:${inner})$`),
    pattern.map((inner) => `^${inner}$`),
  );
};

/** Short enough for V8 to find all ways through it. */
const texts = fc.array(
  fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 8 }).map((characters) => characters.join('')),
  { minLength: 4, maxLength: 12 },
);

test('a pattern means what ECMA-262 says, whichever engine it has', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(patternFrom(ATOMS), texts, (source, each) => {
      const pattern = newPattern(source);
      // One that became too large for RE2.
      fc.pre(pattern.engine !== 'timed');
      seen.add(pattern.engine);
      const own = new RegExp(source, 'u');
      expect(each.map(pattern.test)).toEqual(each.map((text) => own.test(text)));
    }),
    { numRuns: 120 },
  );
  expect([...seen].sort()).toEqual(['re2', 'v8']);
});

test('so does one that looks around or refers back', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(patternFrom(SPECIAL.concat('a', 'b', '\\w', '-')), texts, (source, each) => {
      // A name stands in a pattern once.
      fc.pre(source.split('(?<n>').length < 3);
      const pattern = newPattern(source);
      seen.add(pattern.engine);
      const own = new RegExp(source, 'u');
      expect(each.map(pattern.test)).toEqual(each.map((text) => own.test(text)));
    }),
    { numRuns: 120 },
  );
  // Few have none of the special parts, and of those RE2 gets some.
  expect([...seen]).toEqual(expect.arrayContaining(['timed', 'v8']));
});

describe('the engine of', () => {
  test.each([
    // Each choice is decided by the next character.
    ['^[a-z]+(-[a-z]+)*$', 'v8'],
    ['^#[0-9a-fA-F]{6}$', 'v8'],
    ['^(/|\\*\\*)[^?#]*$', 'v8'],
    ['^([a-z]+,)*[A-Z]', 'v8'],
    ['^.{1,5000}$', 'v8'],
    // What is tried at each place is short.
    ['\\S', 'v8'],
    ['[0-9]{3}-[0-9]{4}', 'v8'],
    // One repetition leaves its end open, and what comes after it is short.
    ['^(?=.*[A-Z])(?=.*[0-9]).{8,}$', 'v8'],
    ['^(?!.*--)[a-z-]+(?<!-)$', 'v8'],
    ['^.+@[a-z]{2,3}$', 'v8'],
    // Two ways lead over the same characters, or what is tried at each place is long.
    ['^(\\w+\\s?)+$', 're2'],
    ['^(a*)*$', 're2'],
    ['^(a|b|ab)*c$', 're2'],
    ['^(?:a?){30}a{30}$', 're2'],
    ['^.*.*=.*$', 're2'],
    ['^[^@]+@[^@]+\\.[^@]+$', 're2'],
    ['\\s+$', 're2'],
    ['[a-z]{1,500}!', 're2'],
    // RE2 lacks what they need.
    ['^(?=(\\w+\\s?)+$)', 'timed'],
    ['(?=a)(?!.*--)', 'timed'],
    ['^(.*)\\1$', 'timed'],
    ['^([a-z]{0,900}-?){9}$', 'timed'],
  ])('%s is %s', (source, engine) => {
    expect(newPattern(source).engine).toBe(engine);
  });
});

describe('time is linear for', () => {
  test.each([
    ['^(\\w+\\s?)+$', 'a', '!'],
    ['^(\\w+\\s?)+$', 'ab ', '!'],
    ['\\s+$', ' ', '!'],
    ['^.*.*=.*$', 'a', ''],
    ['^(\\b\\w*)*$', 'a ', '!'],
    ['^([a-z]+,)*[A-Z]', 'ab,', '!'],
    ['^(?=.*[A-Z])(?=.*[0-9]).{8,}$', 'a', ''],
    ['^(?!.*--)[a-z-]+(?<!-)$', 'a-', ''],
  ])('%s with many of %j', (source, unit, end) => {
    const { test: matches } = newPattern(source);
    const growth = growthOf((size) => {
      const text = unit.repeat(size) + end;
      expect(matches(text)).toBe(false);
      return () => matches(text);
    }, 2000);
    expect(isLinear(growth)).toBe(true);
  });
});

test('a long text is matched where V8 would have no room to remember each of its places', () => {
  const { test: matches } = newPattern('^((((((((((([a-z])))))))))),)*$');
  const long = 'a,'.repeat(2_000_000);
  expect([matches(long), matches(`${long}!`)]).toEqual([true, false]);
});
