import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { SHIPPED_DOCUMENT } from '../openapi/contract';
import { until } from '../openapi/program/testing/until';
import { type Api, createMock, type StartedMock, startMock } from './index';
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

  const redis = async <Result>(use: (send: (command: readonly string[]) => Promise<unknown>) => Promise<Result>) => {
    const client = await createClient({ url }).connect();
    try {
      return await use((command) => client.sendCommand([...command]));
    } finally {
      client.destroy();
    }
  };
  const storedTerms = (prefix: string) => redis((send) => send(['HGETALL', `${prefix}{${prefix}}:terms`]));

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
    const said = [
      await refused('--store-reset'),
      await refused('--store', `http://:${PASSWORD}@localhost`),
      await refused('--store', `redis://:a/${PASSWORD}@localhost`),
      await refused('--store', `redis://localhost/name-${PASSWORD}`),
      await refused('--store', `redis://:${PASSWORD}@127.0.0.1:1`),
      await refused('--store', url, '--store-prefix', 'terms', '--document', document),
    ];
    await first.close();
    expect(said.map(shown)).toEqual([
      'error: --store-reset removes what a store has, and none is named. Name it with --store, or leave --store-reset out.\n',
      expect.stringMatching(
        /^error: option '--store <url>' argument is invalid\. Expected redis:\/\/host, .* has to begin with redis:/,
      ),
      expect.stringMatching(/ for TLS\. In a password, characters such as \/ # \? @ % are written %2F %23 /),
      expect.stringMatching(/ for TLS\. What follows the host is the number of a database, as in \/0\.\n$/),
      'error: Redis at redis://127.0.0.1:1 can not be reached: nothing listens there. Start it there, or name another with --store.\n',
      expect.stringMatching(
        /^error: What redis:\/\/127\.0\.0\.1:PORT has with the prefix "terms" was stored by a mock of another document, Animal Store API .*, and this one is of Other .*--store-prefix, or add --store-reset/,
      ),
    ]);
  });

  test('begins anew with --store-reset; one of another document that still runs says so, and refuses everything', async () => {
    const document = join(folder, 'anew.yaml');
    writeFileSync(document, readFileSync(SHIPPED_DOCUMENT, 'utf8').replace('title: Animal Store API', 'title: Anew'));
    const options = { store: url, storePrefix: 'anew' };
    const [old, same] = await Promise.all([startMock(options), startMock(options)]);
    const created = await old.fetch(`${old.prefix}/pets`, { method: 'POST', headers: KEY, body: NEW_PET });
    const { id } = (await created.json()) as { id: number };
    const ask = async (mock: StartedMock<Api>) =>
      (await mock.fetch(`${mock.prefix}/pets/${id}`, { headers: KEY })).status;
    expect([created.status, await ask(same)]).toEqual([201, 200]);
    const again = await startMock({ ...options, storeReset: true });
    await until(async () => (await ask(old)) === 404);
    expect([await ask(again), await ask(same)]).toEqual([404, 404]);
    const other = await startMock({ ...options, storeReset: true, document });
    await until(async () => (await ask(old)) === 503);
    expect(await ask(other)).toBe(404);
    const refusal = await (await old.fetch(`${old.prefix}/pets`, { headers: KEY })).json();
    expect(refusal).toMatchObject({
      message: expect.stringMatching(/started with --store-reset.*another --store-prefix/),
    });
    const seeded = await startMock({ ...options, storeReset: true, document, seed: 7 });
    await until(async () => (await ask(other)) === 503);
    const otherRefusal = await (await other.fetch(`${other.prefix}/pets`, { headers: KEY })).json();
    expect(otherRefusal).toMatchObject({
      message: expect.stringMatching(
        /^A mock with --seed 7 \(here 1\) .* again with the same, or with another --store-p/,
      ),
    });
    const atOnce = { ...options, storeReset: true, document, seed: 7 };
    const tries = await Promise.allSettled([1, 2, 3].map(async () => startMock(atOnce)));
    const started = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const failed = tries.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(started.length).toBeGreaterThan(0);
    expect(
      failed.filter((message) => !message.includes('Start this one without --store-reset, which belongs to')),
    ).toEqual([]);
    for (const mock of [old, same, again, other, seeded, ...started]) await mock.close();
  });

  test('refuses other keys, fixtures and limits than those of mocks that run, and nothing has changed', async () => {
    const keys = join(folder, 'keys.json');
    writeFileSync(keys, JSON.stringify([{ name: 'ann', key: 'value-of-ann', plan: 'Pro' }]));
    const flags = ['--store', url, '--store-prefix', 'alike'];
    const others = ['--keys', keys, '--fixtures', 'none', '--seed', '7', '--plan-limits', 'off'];
    const one = await startMock({ store: url, storePrefix: 'alike' });
    const before = await storedTerms('alike');
    expect(shown(await refused(...flags, ...others))).toBe(
      'error: The mocks that share redis://127.0.0.1:PORT with the prefix "alike" were started with other --keys, other --fixtures, --plan-limits on (here off) and --seed 1 (here 7). ' +
        'Give this one the same --keys, --fixtures, --plan-limits and --seed, or another --store-prefix; else stop them first, or add --store-reset, which removes what is stored.\n',
    );
    expect(await storedTerms('alike')).toEqual(before);
    expect((await one.fetch('/v1/pets/1', { headers: KEY })).status).toBe(200);
    // What is a process's own may be another at each.
    const own = {
      cors: ['http://localhost:1'],
      checkReplies: true,
      maxConnections: 50,
      admin: false,
      recordsMemory: 9,
    };
    const two = await startMock({ store: url, storePrefix: 'alike', ...own });
    await one.close();
    await expect(createMock({ store: url, storePrefix: 'alike', banAfter: 3, vary: 1 })).rejects.toThrow(
      /started with --ban-after 10 \(here 3\) and --vary none \(here 1\)\. Give this one the same --ban-after and --vary, or /,
    );
    await two.close();

    const changed = await startCommand([...flags, ...others, '--log', 'errors']);
    const ask = async (key: string) =>
      (await fetch(`${changed.baseUrl}/pets/1`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect([await ask('demo-pro'), await ask('value-of-ann')]).toEqual([401, 200]);
    const { stderr, code } = await changed.stop();
    expect({ first: shown(stderr).split('\n')[0], code }).toEqual({
      first:
        'What redis://127.0.0.1:PORT has with the prefix "alike" was stored by mocks with other --keys, other --fixtures, --plan-limits on (here off) and --seed 1 (here 7). From now on it is as here; the records stay until a reset.',
      code: 0,
    });
  });

  test('takes a document for another one where a file is that it refers to', async () => {
    const part = join(folder, 'part.yaml');
    const document = join(folder, 'whole.yaml');
    writeFileSync(part, 'Status: { type: string, enum: [available, pending, sold] }');
    const text = readFileSync(SHIPPED_DOCUMENT, 'utf8');
    writeFileSync(document, text.replaceAll(/(['"]?)#\/components\/schemas\/PetStatus\1/g, '"part.yaml#/Status"'));
    const options = { store: url, storePrefix: 'parts', document };
    await (await startMock(options)).close();
    await (await startMock(options)).close();
    writeFileSync(part, 'Status: { type: string, enum: [available, pending, sold, lost] }');
    await expect(startMock(options)).rejects.toThrow(/was stored by a mock of another document, /);
  });

  test('changes nothing where the start fails', async () => {
    const [taken, old] = [await startMock(), await startMock({ store: url, storePrefix: 'failing' })];
    const port = Number(new URL(taken.baseUrl).port);
    const before = await storedTerms('failing');
    const failing = { store: url, storePrefix: 'failing', storeReset: true, seed: 7 };
    await expect(startMock({ ...failing, port })).rejects.toThrow(`port ${port} of 127.0.0.1 is taken`);
    await expect(startMock({ ...failing, maxRecords: 5 })).rejects.toThrow('has more records than there is room for.');
    await old.close();
    await expect(startMock({ ...failing, storeReset: false, port })).rejects.toThrow('is taken');
    await taken.close();
    expect(await storedTerms('failing')).toEqual(before);
    const again = await startMock({ store: url, storePrefix: 'failing' });
    expect((await again.fetch('/v1/pets/1', { headers: KEY })).status).toBe(200);
    await again.close();

    await expect(startMock({ store: url, storePrefix: 'first', maxRecords: 5 })).rejects.toThrow('room for');
    expect(await redis((send) => send(['KEYS', 'first*']))).toEqual([]);
  });

  test('begins anew where a first start has died before it had succeeded', async () => {
    const options = { store: url, storePrefix: 'died' };
    const first = await startMock(options);
    await first.fetch('/v1/pets', { method: 'POST', headers: KEY, body: NEW_PET });
    await first.close();
    await redis((send) => send(['DEL', 'died{died}:terms']));
    const second = await startMock({ ...options, fixtures: 'none' });
    expect(await (await second.fetch('/v1/pets', { headers: KEY })).json()).toEqual([]);
    await second.close();
  });

  test('in a program rejects with the same', async () => {
    await expect(startMock({ store: 'redis://' })).rejects.toThrow(
      'startMock: the option "store" must be redis://host, redis://NAME:PASSWORD@host:port/db, or rediss:// for TLS, not what was given.',
    );
    await expect(createMock({ store: `redis://:${PASSWORD}@127.0.0.1:1` })).rejects.toThrow(
      /^Redis at redis:\/\/127\.0\.0\.1:1 can not be reached: /,
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
