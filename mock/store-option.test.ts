import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHIPPED_DOCUMENT } from '../openapi/contract';
import { until } from '../openapi/program/testing/until';
import { createMock, type StartedMock, startMock } from './index';
import { runCommand, startCommand } from './testing/command';
import { hasRedis, type RedisServer, startRedis } from './world/redis/testing/redis-server';

const described = hasRedis() ? describe : describe.skip;

const KEY = { authorization: 'Bearer demo-pro', 'content-type': 'application/json' };
const PASSWORD = 'p4ssw0rd-of-the-store';

described('animal-store-mock --store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-option-'));
  let server: RedisServer;
  let url: string;
  beforeAll(async () => {
    server = await startRedis(['--requirepass', PASSWORD]);
    url = server.url.replace('//', `//:${PASSWORD}@`);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** How a command ends that can't start, in one line. */
  const refused = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await runCommand(['--port', '0', ...args]);
    expect({ code, stdout, lines: stderr.trim().split('\n').length }).toEqual({ code: 2, stdout: '', lines: 1 });
    expect(stderr).not.toContain(PASSWORD);
    return stderr;
  };
  const shown = (text: string) => text.replaceAll(String(server.port), 'PORT');

  test('says in one line why it does not start', async () => {
    const document = join(folder, 'other.yaml');
    writeFileSync(document, readFileSync(SHIPPED_DOCUMENT, 'utf8').replace('title: Animal Store API', 'title: Other'));
    const first = await startMock({ store: url, storePrefix: 'terms' });
    const told = [
      await refused('--store', `http://:${PASSWORD}@localhost`),
      await refused('--store', `redis://:${PASSWORD}@127.0.0.1:1`),
      await refused('--store', url, '--store-prefix', 'terms', '--document', document),
    ];
    await first.close();
    expect(told.map(shown)).toEqual([
      expect.stringMatching(/^error: option '--store <url>' argument is invalid\. Expected redis:\/\/host, /),
      'error: Redis at redis://127.0.0.1:1 can not be reached: nothing listens there. Start it there, or name another with --store.\n',
      expect.stringMatching(
        /^error: What redis:\/\/127\.0\.0\.1:PORT has with the prefix "terms" was stored by a mock of another document, Animal Store API .*, and this one is of Other .*--store-prefix, or add --store-reset/,
      ),
    ]);
  });

  test('begins anew with --store-reset; one of another document that still runs is told so, and refuses everything', async () => {
    const document = join(folder, 'anew.yaml');
    writeFileSync(document, readFileSync(SHIPPED_DOCUMENT, 'utf8').replace('title: Animal Store API', 'title: Anew'));
    const options = { store: url, storePrefix: 'anew' };
    const [old, same] = await Promise.all([startMock(options), startMock(options)]);
    const created = await old.fetch(`${old.prefix}/pets`, { method: 'POST', headers: KEY, body: NEW_PET });
    const { id } = (await created.json()) as { id: number };
    const ask = async (mock: StartedMock) => (await mock.fetch(`${mock.prefix}/pets/${id}`, { headers: KEY })).status;
    expect([created.status, await ask(same)]).toEqual([201, 200]);
    const again = await startMock({ ...options, storeReset: true });
    await until(async () => (await ask(old)) === 404);
    expect([await ask(again), await ask(same)]).toEqual([404, 404]);
    const other = await startMock({ ...options, storeReset: true, document });
    await until(async () => (await ask(old)) === 503);
    expect(await ask(other)).toBe(404);
    const told = await (await old.fetch(`${old.prefix}/pets`, { headers: KEY })).json();
    expect(told).toMatchObject({
      message: expect.stringMatching(/started with --store-reset.*another --store-prefix/),
    });
    for (const mock of [old, same, again, other]) await mock.close();
  });

  test('tells of keys, fixtures and limits that differ from those of the others, and goes on', async () => {
    const options = { store: url, storePrefix: 'differing' };
    const one = await startMock(options);
    const { stderr, code } = await startCommand([
      ...['--store', url, '--store-prefix', 'differing', '--fixtures', 'none', '--seed', '7'],
    ]).then((mock) => mock.stop());
    expect({ stderr, code }).toEqual({
      stderr:
        'The mocks that share this store were started with other fixtures and other limits or another seed. Those of this one count from now on: start the others with the same.\n',
      code: 0,
    });
    await one.close();
  });

  test('in a program rejects with the same', async () => {
    await expect(startMock({ store: 'redis://' })).rejects.toThrow(
      'startMock: the option "store" must be redis://host, redis://NAME:PASSWORD@host:port/db, or rediss:// for TLS, not what was given.',
    );
    await expect(createMock({ store: `redis://:${PASSWORD}@127.0.0.1:1` })).rejects.toThrow(
      'Redis at redis://127.0.0.1:1 can not be reached: nothing listens there. Start it there, or name another with --store.',
    );
    await expect(createMock({ store: url.replace(PASSWORD, 'wrong') })).rejects.toThrow(
      /^Redis at \S+ has refused the connection: Redis does not know this user with this password; correct the URL/,
    );
    await expect(createMock({ store: url, storePrefix: 'a{b}' })).rejects.toThrow('the option "storePrefix" must be');
    await expect(startMock({ store: url, watch: true })).rejects.toThrow(/^--watch .* Leave --watch out, and /);
    await expect(startMock({ store: url, state: 'state.json' })).rejects.toThrow(/^--state .* Leave --state out\.$/);
  });

  test('shows the password nowhere', async () => {
    const mock = await startCommand(['--store', url, '--store-prefix', 'shown', '--log', 'requests']);
    const page = await (await fetch(`${mock.baseUrl}/pets`, { headers: KEY })).text();
    const health = await (await fetch(new URL('/__admin/health', mock.baseUrl))).text();
    expect(shown(mock.stdout())).toContain('\nStore: redis://127.0.0.1:PORT, shared with every other replica there\n');
    const listed = readFileSync(`/proc/${mock.pid}/cmdline`, 'utf8');
    expect(listed).toContain('animal-store-mock');
    const { stdout, stderr } = await mock.stop();
    expect([page, health, listed, stdout, stderr].filter((text) => text.includes(PASSWORD))).toEqual([]);
  });
});

const NEW_PET = JSON.stringify({ name: 'Rex', categoryId: 1 });
