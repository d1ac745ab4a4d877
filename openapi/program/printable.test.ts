import { execFileSync } from 'node:child_process';
import { printable, printableLines, quoted, shellWord, wordWith } from './printable';
import { growthOf, isLinear } from './testing/growth';

test.each([
  ['C0, with line breaks and tabs', 'a\u0000\u001b[2J\r\n\tb', 'a\\u{0}\\u{1b}[2J\\u{d}\\u{a}\\u{9}b'],
  ['DEL and C1', '\u007f\u0080\u009b31m\u009f', '\\u{7f}\\u{80}\\u{9b}31m\\u{9f}'],
  [
    'what turns the writing direction',
    '\u202aa\u202e\u2066b\u2069\u200e\u200f\u061c',
    '\\u{202a}a\\u{202e}\\u{2066}b\\u{2069}\\u{200e}\\u{200f}\\u{61c}',
  ],
  ['what has no width', 'a\u200b\u200d\u2060\ufeff\u00ad', 'a\\u{200b}\\u{200d}\\u{2060}\\u{feff}\\u{ad}'],
  ['separators of lines and paragraphs', '\u2028\u2029', '\\u{2028}\\u{2029}'],
  ['half of a pair', 'a\ud83d b \ude00', 'a\\u{d83d} b \\u{de00}'],
  ['what GitHub obeys in a log', 'a ##[error]b ##', 'a ##\\u{5b}error]b ##'],
  ['tags', '\u{e0001}\u{e0041}', '\\u{e0001}\\u{e0041}'],
])('%s are shown as escapes', (_, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test.each(['', 'GET /v1/pets?limit=3', 'é ß 漢字 العربية हिन्दी', '😀 👍🏽 🇩🇪 ☎️', 'C:\\u{9b} stays'])(
  '%j is shown as it is',
  (text) => {
    expect(printable(text)).toBe(text);
    expect(printableLines(`${text}\n`)).toBe(`${text}\n`);
  },
);

test('the lines of a text stay lines', () => {
  expect(printableLines('a\u009b\r\n\tb\u2028')).toBe('a\\u{9b}\\u{d}\n\tb\\u{2028}');
});

test.each([
  ['plain', 'a'],
  ['C1', '\u009b'],
  ['half a pair', '\ud800'],
  ['several', '\u202e\n'],
])('takes a time that is linear in a long text (%s)', (_, piece) => {
  const growth = growthOf((size) => {
    const text = piece.repeat(size);
    return () => printable(text);
  }, 2000);
  expect([growth, isLinear(growth)]).toEqual([growth, true]);
});

const TEXTS = ['', "it's", 'a b', '$x', '`x`', '"', '\\', '*', '~', '\n', '-x', 'a;b', '\u{1F415}'];
/** A terminal would obey these, or not show them. */
const UNSEEN = ['\r', '\u009b31m', '-\u202e%s%%', 'it\'s \u200b\\ !! $x `x` "', '\u{e0041}7\n a\u001b\t b\n\n'];

const wordIn = (shell: string, word: string): string =>
  execFileSync(shell, ['-c', `printf '%s|' ${word}`], { encoding: 'utf8' }).slice(0, -1);

describe.each([
  ['quoted', quoted],
  ['shellWord', shellWord],
] as const)('%s', (_, keywordOf) => {
  test.each(TEXTS)('a shell takes %j for one word, as it is', (text) => {
    expect(wordIn('sh', keywordOf(text))).toBe(text);
  });

  test.each(UNSEEN)('so it does with what is not to be seen (%#)', (text) => {
    const word = keywordOf(text);
    expect(word).toMatch(/^[\x20-\x7e\n\t]+$/);
    expect([wordIn('sh', word), wordIn('bash', word)]).toEqual([text, text]);
  });
});

test('what a shell takes as it is needs no quotes', () => {
  expect(shellWord('http://127.0.0.1:4010/v1')).toBe('http://127.0.0.1:4010/v1');
});

test('nothing unseen stands before a variable', () => {
  const word = wordWith('KEY', ['a\u009b', 'b']);
  expect(word).toBe(`"$(printf 'a\\302\\233')""$KEY"'b'`);
});
