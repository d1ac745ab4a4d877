import { execFileSync } from 'node:child_process';
import { quoted, shellWord, wordWith } from './printable';

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
