import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findChromium } from '../tools/bench/chromium';
import { startCommand } from './testing/command';
import { installPackage } from './testing/installed';

// `.ci/stock/playwright-session` has more of it, in a project with a program under test.

const adminToken = 'a-token-of-this-test';
/** Playwright and a browser start, on a machine that may have much else to do. */
const TIMEOUT_MS = 180_000;
const executablePath = findChromium();

const CONFIG = {
  fullyParallel: true,
  workers: 2,
  reporter: 'json',
  use: { launchOptions: { executablePath, args: ['--no-sandbox', '--disable-gpu'] } },
};

const SPEC = `
import { expect, test } from 'animal-store-contract/playwright';

test('a page sees the animals of its session', async ({ page, session, mock }) => {
  await session.restore({ records: { pets: [{ id: 1, name: 'Rex', categoryId: 1 }] } });
  const seen = await page.evaluate((url) => fetch(url).then((reply) => reply.json()), mock.baseUrl + '/pets');
  expect(seen).toEqual([{ id: 1, name: 'Rex', categoryId: 1 }]);
  expect(await session.requests()).toMatchObject([{ key: 'free', status: 200 }]);
});

test('fails', async ({ page, session, mock }) => {
  await page.evaluate(() => fetch('http://127.0.0.1:9/v2/pets?token=secret').catch(() => {}));
  await mock.fetch('/v1/pets/7', { headers: { authorization: 'Bearer ' + session.apiKeys.pro } });
  expect(1).toBe(2);
});

test('fails, and has ended its session', async ({ session }) => {
  await session.close();
  expect(1).toBe(2);
});

test.describe('with its own key', () => {
  test.use({ apiKeyName: false });
  test('fails at a 401', async ({ page, session, mock }) => {
    await page.evaluate((url) => fetch(url, { headers: { authorization: 'Bearer nobody' } }), mock.baseUrl + '/pets');
    expect(session.id).toBe('');
  });
});

test('fails without a request', async ({ session }) => {
  expect(session.id).toBe('');
});
`;

/** What became of the tests, as Playwright's JSON reporter writes it. */
interface Report {
  readonly suites: readonly Suite[];
  /** Of no test, such as a file that can't be read. */
  readonly errors: readonly unknown[];
}

interface Suite {
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly { readonly results: readonly Result[] }[];
  }[];
  readonly suites?: readonly Suite[];
}

interface Result {
  readonly status: string;
  readonly errors: readonly { readonly message: string }[];
  readonly stderr: readonly { readonly text: string }[];
  readonly attachments: readonly { readonly name: string; readonly contentType: string; readonly body?: string }[];
}

(executablePath === undefined ? describe.skip : describe)('in Playwright Test', () => {
  const folder = mkdtempSync(join(tmpdir(), 'playwright-session-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test(
    'each test has a session, whose key its page carries, and shows the requests of it if it fails',
    async () => {
      const mock = await startCommand(['--log', 'silent', '--admin-token', adminToken]);
      const { origin } = new URL(mock.baseUrl);
      const results = await run({ MOCK: origin, ANIMAL_STORE_ADMIN_TOKEN: adminToken });

      expect([...results].map(([title, { status }]) => [title, status])).toEqual([
        ['a page sees the animals of its session', 'passed'],
        ['fails', 'failed'],
        ['fails, and has ended its session', 'failed'],
        ['fails without a request', 'failed'],
        ['fails at a 401', 'failed'],
      ]);
      const attached = (title: string): readonly (readonly [name: string, type: string, text: string])[] =>
        (results.get(title)?.attachments ?? [])
          .filter(({ name }) => name.startsWith('requests'))
          .map(({ name, contentType, body = '' }) => [name, contentType, Buffer.from(body, 'base64').toString()]);
      const [elsewhere, lines, json] = attached('fails');
      expect(elsewhere).toEqual([
        "requests of the page that did not go to this test's mock",
        'text/plain',
        expect.stringMatching(/^GET http:\/\/127\.0\.0\.1:9\/v2\/pets net::\S+$/),
      ]);
      expect(lines).toEqual([
        'requests to the mock, newest first',
        'text/plain',
        expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3} GET \/v1\/pets\/7 200$/),
      ]);
      expect(json?.slice(0, 2)).toEqual(['requests to the mock, with headers and bodies', 'application/json']);
      expect(JSON.parse(json?.[2] ?? '')).toMatchObject([{ path: '/v1/pets/7', key: 'pro' }]);
      expect(attached('fails without a request')).toEqual([
        ['requests to the mock', 'text/plain', expect.stringMatching(/^No request has reached this test's session\./)],
      ]);

      expect(attached('fails at a 401')).toEqual([
        ["requests of the page to the mock, with the page's key", 'text/plain', `GET ${mock.baseUrl}/pets 401`],
        ['requests to the mock', 'text/plain', expect.stringContaining('"apiKeyName" is false')],
      ]);
      const { errors, stderr } = results.get('fails, and has ended its session') ?? {};
      expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('toBe') })]);
      expect(stderr).toEqual([{ text: expect.stringMatching(/: its request log can't be read any more: .+\n$/) }]);

      const headers = { authorization: `Bearer ${adminToken}` };
      expect(await (await fetch(`${origin}/__admin/sessions`, { headers })).json()).toEqual([]);
      await mock.stop();
    },
    TIMEOUT_MS,
  );

  /** The result of each test by its title, in their order. */
  async function run(variables: NodeJS.ProcessEnv): Promise<Map<string, Result>> {
    const modules = join(folder, 'node_modules');
    mkdirSync(join(modules, '@playwright'), { recursive: true });
    installPackage(modules);
    symlinkSync(dirname(require.resolve('@playwright/test/package.json')), join(modules, '@playwright/test'));
    writeFileSync(join(folder, 'playwright.config.js'), `module.exports = ${JSON.stringify(CONFIG)};`);
    writeFileSync(join(folder, 'animals.spec.js'), SPEC);

    // With Jest's own variable Playwright would not run.
    const { JEST_WORKER_ID: _, ...others } = process.env;
    const cli = join(modules, '@playwright/test/cli.js');
    const stdout = await new Promise<string>((resolve) => {
      const options = { cwd: folder, env: { ...others, ...variables }, timeout: TIMEOUT_MS };
      execFile(process.execPath, [cli, 'test'], options, (_error, output) => resolve(output));
    });
    // Playwright documents the form of its report.
    const { suites, errors } = JSON.parse(stdout) as Report;
    expect(errors).toEqual([]);
    const specs = suites.flatMap((suite) => [suite, ...(suite.suites ?? [])]).flatMap((suite) => suite.specs);
    return new Map(specs.flatMap(({ title, tests }) => (tests[0]?.results ?? []).map((result) => [title, result])));
  }
});
