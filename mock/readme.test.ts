import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startCommand } from './testing/command';
import { writeFile } from './testing/edited';

const ROOT = join(__dirname, '..');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, text = '']) => text);

/**
 * @param name that of the comment above the sample; `.ci/stock/try.mjs` runs them, too, in projects of their own
 * @param entry what the package's name stands for
 */
function sampleOf(name: string, entry = join(ROOT, 'dist/lib/index.js')): string {
  const [, sample = ''] = new RegExp(`<!-- sample: ${name} -->\\n\`\`\`\\w+\\n(.*?)\`\`\``, 's').exec(readme) ?? [];
  expect(sample).toContain("'animal-store-contract'");
  return sample.replace("'animal-store-contract'", `'${entry}'`);
}

describe('the README says what is true:', () => {
  test.each(blocks('console').map((block) => [block.split('\n')[0], block]))(
    'what follows prints what it shows: %s',
    async (_, block) => {
      const mock = await startCommand(['--log', 'silent']);
      const steps = [...block.matchAll(/^\$ (.+)\n((?:[^$\n].*\n)*)/gm)];
      expect(steps.length).toBeGreaterThan(0);
      for (const [, command = '', printed = ''] of steps) {
        const local = command.replace('http://127.0.0.1:4010', new URL(mock.baseUrl).origin);
        const output = execFileSync('bash', ['-c', local], { encoding: 'utf8' }).replaceAll('\r', '');
        expect(output.trimEnd()).toBe(printed.trimEnd());
      }
      await mock.stop();
    },
  );

  test('the example of a session for each test has two tests that pass', async () => {
    const file = writeFile('test.js', sampleOf('session for each test'));
    const config = { rootDir: dirname(file), testMatch: [file], transform: {} };
    const { stderr } = await promisify(execFile)(process.execPath, [
      require.resolve('jest/bin/jest'),
      '--config',
      JSON.stringify(config),
    ]);
    expect(stderr).toContain('2 passed, 2 total');
  });

  test('the example of a mock that runs already is a program that ends well', async () => {
    const mock = await startCommand(['--log', 'silent', '--admin-token', 'a-token']);
    const file = writeFile('mjs', sampleOf('connect'));
    const env = { ...process.env, MOCK: mock.baseUrl, ANIMAL_STORE_ADMIN_TOKEN: 'a-token' };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [file], { env });
    expect([stdout, stderr]).toEqual(['', '']);
    await mock.stop();
  });

  test('its command runs the suite on the mock, and finds nothing', async () => {
    const mock = await startCommand(['--log', 'silent']);
    const local = (blocks('sh')[1] ?? '')
      .replace('npm run conformance --', `node ${join(ROOT, 'dist/bin/animal-store-conformance.js')}`)
      .replace('http://127.0.0.1:4010/v1', mock.baseUrl);
    const output = execFileSync('bash', ['-c', local], { encoding: 'utf8' });
    expect(output).toMatch(/^PASS: 0 violations, 0 warnings, 0 inconclusive; [1-6]\d\d requests /m);
    await mock.stop();
  });

  test('the two commands are those of CI', () => {
    const commands = (blocks('sh')[0] ?? '')
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/\s*#.*/, ''));
    expect(commands).toEqual(['npm ci && npm start', 'npm ci && npm test']);
    const ci = readFileSync(join(ROOT, '.ci/run'), 'utf8');
    for (const word of ['npm ci', 'npm start', 'npm test']) expect(ci).toContain(word);
  });

  test('the example of a mock in a test is one of our tests', () => {
    const ours = readFileSync(join(__dirname, 'in-process.test.ts'), 'utf8');
    expect(sampleOf('in a test', './index')).toBe(ours);
  });

  test('every file that it links to is there', () => {
    const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, target = '']) => target);
    expect(links.length).toBeGreaterThan(4);
    expect(links.filter((target) => !existsSync(join(ROOT, target)))).toEqual([]);
  });
});

test('the links of SILENCES.md lead somewhere', () => {
  const page = readFileSync(join(ROOT, 'openapi/SILENCES.md'), 'utf8');
  const links = [...page.matchAll(/\]\(([^)#:]+)\)/g)].map(([, target = '']) => target);
  expect(links.filter((target) => !existsSync(join(ROOT, 'openapi', target)))).toEqual([]);
});
