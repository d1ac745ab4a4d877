import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { compileFunction } from 'node:vm';
import { load } from 'js-yaml';
import { packageFile } from '../openapi/package/package-file';
import { temporaryFolder } from '../openapi/program/testing/folder';
import { SAMPLES, sampleOf } from '../openapi/program/testing/samples';
import { connectMock, createMock, type StartedMock, startMock } from './index';
import { startCommand } from './testing/command';
import { writeFile } from './testing/edited';

// `.ci/stock/try.mjs` runs samples in projects of their own: those of other runners, of MSW and of Vite.

/** The sample as it is for a package that stands here. */
const installed = (name: string): string =>
  sampleOf(name).replace("'animal-store-contract'", `'${packageFile('dist/lib/index.js')}'`);

/** The command line with the built suite, short if wanted. */
const built = (command: string): string =>
  command.replace('npx animal-store-conformance', `node ${packageFile('dist/bin/animal-store-conformance.js')}`);

test('the stock projects ask for samples that are there', () => {
  const folder = packageFile('.ci/stock');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /^(?!node_modules)[^/]+\/[^/]+\.[jt]s$/.test(path),
  );
  const texts = files.map((path) => readFileSync(join(folder, path), 'utf8')).join('\n');
  const wanted = [...texts.matchAll(/^\/\/ sample(?:, as CommonJS)?: (.+)$/gm)].map(([, name = '']) => name);
  expect(wanted.length).toBeGreaterThan(10);
  expect(wanted.map(sampleOf)).not.toContain('');
});

const inMock = SAMPLES.filter(({ language }) => language === 'console');

/** The built mock, which tests find as it starts. */
let started: Awaited<ReturnType<typeof startCommand>>;
beforeAll(async () => {
  started = await startCommand(['--log', 'silent']);
});
beforeEach(async () => {
  await (await connectMock(started.baseUrl)).reset();
});
afterAll(() => started.stop());

test.each(inMock.map(({ page, text }) => [page, text.split('\n')[0], text]))(
  '%s: what follows prints what it shows: %s',
  async (_page, _first, text) => {
    // What they print has seconds in it, such as those of `Retry-After`.
    await (await connectMock(started.baseUrl)).clock.freeze();
    const steps = [...text.matchAll(/^\$ (.+)\n((?:[^$\n].*\n)*)/gm)];
    expect(steps.length).toBeGreaterThan(0);
    for (const [, command = '', printed = ''] of steps) {
      const local = command.replace('http://127.0.0.1:4010', new URL(started.baseUrl).origin);
      const output = execFileSync('bash', ['-c', local], { encoding: 'utf8' }).replaceAll('\r', '');
      expect(output.trimEnd()).toBe(printed.trimEnd());
    }
  },
);

test.each([
  ['session-for-each-test', 2],
  ['jest-commonjs', 2],
])('%s: its tests pass in Jest', async (name, count) => {
  const file = writeFile('test.js', installed(name));
  const config = { rootDir: dirname(file), testMatch: [file], transform: {} };
  const jest = [require.resolve('jest/bin/jest'), '--config', JSON.stringify(config)];
  const { stderr } = await promisify(execFile)(process.execPath, jest);
  expect(stderr).toContain(`${count} passed, ${count} total`);
});

describe('what a test does with a mock', () => {
  let mock: StartedMock;
  beforeAll(async () => {
    mock = await startMock();
  });
  afterEach(() => mock.reset());
  afterAll(() => mock.close());
  const headers = { authorization: 'Bearer demo-free', 'content-type': 'application/json' };

  /** As if it stood here. */
  const inTest = (name: string): Promise<void> =>
    compileFunction(`return (async () => {${sampleOf(name)}})()`, ['mock', 'headers', 'expect'])(mock, headers, expect);

  test('rate-limit-reset', () => inTest('rate-limit-reset'));
  test('time-out', () => inTest('time-out'));
  test('form-error', () => inTest('form-error'));
  test('request-log: it sees that the client sent one POST, and not that it sent two', async () => {
    const body = JSON.stringify({ name: 'Rex', categoryId: 1 });
    const post = () => fetch(`${mock.baseUrl}/pets`, { method: 'POST', headers, body });
    await post();
    await inTest('request-log');
    await post();
    await expect(inTest('request-log')).rejects.toThrow('toHaveLength');
  });
});

test('keys-file: the mock accepts its keys, as it says', async () => {
  const mock = await createMock({ keys: writeFile('json', sampleOf('keys-file')) });
  const asked = await Promise.all(
    ['a-key-of-ann', 'a-large-key', 'a-key-that-was-withdrawn', 'demo-free'].map(async (key) => {
      const reply = await mock.fetch('/v1/pets', { headers: { authorization: `Bearer ${key}` } });
      return [reply.status, reply.headers.get('x-ratelimit-limit')];
    }),
  );
  expect(asked.slice(0, 2)).toEqual([
    [200, '60'],
    [200, '90000'],
  ]);
  expect(asked.slice(2).map(([status]) => status)).toEqual([401, 401]);
  expect((await mock.allowances.list()).at(-1)).toMatchObject({
    name: expect.stringMatching(/^address /),
    plan: 'Free',
  });
});

test('in-a-test: it is one of our tests', () => {
  const ours = readFileSync(join(__dirname, 'in-process.test.ts'), 'utf8');
  expect(sampleOf('in-a-test').replace("'animal-store-contract'", "'./index'")).toBe(ours);
});

test('connect: it is a program that ends well', async () => {
  const mock = await startCommand(['--log', 'silent', '--admin-token', 'a-token']);
  const file = writeFile('mjs', installed('connect'));
  const env = { ...process.env, MOCK: mock.baseUrl, ANIMAL_STORE_ADMIN_TOKEN: 'a-token' };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [file], { env });
  expect([stdout, stderr]).toEqual(['', '']);
  await mock.stop();
});

test('judge: the suite finds nothing in the mock', () => {
  const local = built(sampleOf('judge')).replace('http://127.0.0.1:4010/v1', started.baseUrl);
  const output = execFileSync('bash', ['-c', local], { encoding: 'utf8' });
  expect(output).toMatch(/^PASS: 0 violations, 0 warnings, 0 inconclusive; [1-6]\d\d requests /m);
});

interface Job {
  readonly steps: readonly {
    readonly run?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly with?: Readonly<Record<string, string>>;
  }[];
}

test('ci-job: its last command leaves reports of a server that keeps the contract', () => {
  // The sample's own text, whose form the next lines see.
  const { jobs } = load(sampleOf('ci-job')) as { readonly jobs: { readonly contract: Job } };
  const { run = '', env = {} } = jobs.contract.steps.findLast((step) => step.run !== undefined) ?? {};
  expect(Object.keys(env)).toEqual(['BASE_URL', 'ANIMAL_STORE_API_KEY']);
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'short.json'), '{"maxRequests":20}');
  execFileSync('bash', ['-c', built(run)], {
    cwd: folder,
    stdio: 'ignore',
    env: {
      ...process.env,
      BASE_URL: started.baseUrl,
      ANIMAL_STORE_API_KEY: 'demo-business',
      ANIMAL_STORE_CONFIG: join(folder, 'short.json'),
    },
  });
  const { path = '' } = jobs.contract.steps.at(-1)?.with ?? {};
  expect(readdirSync(join(folder, path)).sort()).toEqual(['junit.xml', 'report.html']);
});

test('large-integers: the program prints what it says', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [writeFile('mjs', installed('large-integers'))]);
  const [, said = ''] = /console\.log.*\/\/ (.+)/.exec(sampleOf('large-integers')) ?? [];
  expect(stdout).toBe(`${said}\n`);
});

test('x-plans: what it allows counts, for the demo keys of its plans', async () => {
  const contract = readFileSync(packageFile('openapi/animal-store.yaml'), 'utf8');
  const document = writeFile('yaml', contract.replace(/^x-plans:\n(?: .*\n)+/m, sampleOf('x-plans')));
  const mock = await createMock({ document });
  const asked = async (key: string) => {
    const { status, headers } = await mock.fetch('/v1/pets', { headers: { authorization: `Bearer ${key}` } });
    return [status, headers.get('x-ratelimit-limit')];
  };
  expect(await asked('demo-free')).toEqual([200, '5']);
  expect((await asked('demo-enterprise'))[0]).toBe(200);
  expect((await asked('demo-pro'))[0]).toBe(401);
});

test('x-silences: what it decides is what the mock does, and nothing else can be chosen', async () => {
  const contract = readFileSync(packageFile('openapi/animal-store.yaml'), 'utf8');
  const document = writeFile('yaml', `${contract}\n${sampleOf('x-silences')}`);
  const mock = await createMock({ document, fixtures: packageFile('fixtures/animals.json') });
  const list = await mock.fetch('/v1/pets?limit=2', { headers: { authorization: 'Bearer demo-free' } });
  expect(await list.json()).toMatchObject([{ id: 126 }, { id: 125 }]);
  await expect(createMock({ document, choices: { 'list.order': 'any' } })).rejects.toThrow('list.order');
});
