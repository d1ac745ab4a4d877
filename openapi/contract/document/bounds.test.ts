import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { loadContract } from '../load';
import { contractOf, faultOf, SHIPPED_TEXT, withFiles } from '../testing/documents';

const HEAD = 'openapi: 3.0.3\ninfo: { title: Things, version: "1" }\npaths: {}\n';
const list = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => of(i)).join('\n');

describe('a document is refused at once', () => {
  test.each<[string, string, string]>([
    [
      'whose aliases multiply',
      `${HEAD}x-0: &a0 [lol]\n${list(10, (i) => `x-${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join()}]`)}`,
      'has more than 4000000 values, with those that aliases repeat.',
    ],
    [
      'whose aliases nest',
      `${HEAD}x-list:\n- &a0 [1]\n${list(20_000, (i) => `- &a${i + 1} [*a${i}]`)}`,
      'is nested more than 200 levels deep, aliases followed.',
    ],
    [
      'with an alias of what it stands in',
      `${HEAD}x-list: &a [*a]`,
      'has an alias inside the value that it stands for.',
    ],
    [
      'nested in brackets',
      `${HEAD}x-list: ${'['.repeat(1e6)}`,
      'nested more than 200 levels deep at line 4, column 208.',
    ],
    ['nested in dashes', '- '.repeat(1e5), 'nested more than 200 levels deep at line 1'],
    [
      'with an integer of a million digits',
      `${HEAD}x-a: ${'1'.repeat(1e6)}`,
      'has an integer of more than 100 digits at line 4',
    ],
    ['in hexadecimal, too', `${HEAD}x-a: 0x${'f'.repeat(1e6)}`, 'has an integer of more than 100 digits at line 4'],
    [
      'with a tag of a program',
      `${HEAD}x-a: !!js/function "function () {}"`,
      'unknown tag !<tag:yaml.org,2002:js/function>',
    ],
    ['with a zero byte', `${HEAD}x-a: "\0"`, 'null byte is not allowed in input'],
  ])('%s', async (_, text, excerpt) => {
    expect((await faultOf(contractOf(text))).message).toContain(excerpt);
  });

  test('in UTF-16', async () => {
    await withFiles({ 'a.yaml': Buffer.from(`\ufeff${HEAD}`, 'utf16le') }, async (folder) => {
      expect((await faultOf(loadContract(join(folder, 'a.yaml')))).problem).toBe(
        "can't be read: it is UTF-16, not UTF-8.",
      );
    });
  });

  test('that is a device without an end, or a pipe that no program writes to', async () => {
    await withFiles({}, async (folder) => {
      const [pipe, zero] = [join(folder, 'pipe'), join(folder, 'zero')];
      execFileSync('mkfifo', [pipe]);
      symlinkSync('/dev/zero', zero);
      const faults = [zero, pipe].map(async (file) => (await faultOf(loadContract(file))).problem);
      expect(await Promise.all(faults)).toEqual([
        "can't be read: it is larger than 64 MiB.",
        "can't be read: it is a pipe that no program writes to.",
      ]);
    });
  });
});

describe('a document is read', () => {
  test('with a field of the name __proto__, which is ignored', async () => {
    expect((await contractOf(`${SHIPPED_TEXT}\n__proto__: { x: 1 }`)).warnings).toEqual([
      { pointer: '', problem: '"__proto__" is not a field that OpenAPI has here.', remedy: 'The field is ignored.' },
    ]);
  });

  test('with lines of Windows, a mark of its encoding, and aliases that share what they stand for', async () => {
    const text = `\ufeff${SHIPPED_TEXT}x-a: &a { b: 1 }\nx-c: [*a, *a]\n`.replaceAll('\n', '\r\n');
    expect((await contractOf(text)).title).toBe('Animal Store API');
  });

  test('from a pipe that a program writes to later', async () => {
    await withFiles({ 'a.yaml': SHIPPED_TEXT }, async (folder) => {
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const loading = loadContract(pipe);
      execFileSync('sh', ['-c', `cat ${folder}/a.yaml >${pipe} &`]);
      expect((await loading).title).toBe('Animal Store API');
    });
  });
});
