import { execFileSync } from 'node:child_process';
import { quoted, shellWord } from './shell';

const TEXTS = ['', "it's", 'a b', '$x', '`x`', '"', '\\', '*', '~', '\n', '-x', 'a;b', '\u{1F415}'];

describe.each([
  ['quoted', quoted],
  ['shellWord', shellWord],
] as const)('%s', (_, keywordOf) => {
  test.each(TEXTS)('a shell takes %j for one word, as it is', (text) => {
    expect(execFileSync('sh', ['-c', `printf '%s|' ${keywordOf(text)}`], { encoding: 'utf8' })).toBe(`${text}|`);
  });
});

test('what a shell takes as it is needs no quotes', () => {
  expect(shellWord('http://127.0.0.1:4010/v1')).toBe('http://127.0.0.1:4010/v1');
});
