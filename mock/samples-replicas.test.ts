import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@redis/client';
import { sampleOf } from '../openapi/program/testing/samples';
import { until } from '../openapi/program/testing/until';
import { freePort } from '../tools/bench/redis-server';
import { HAPROXY_ENV, hasHaproxy } from './testing/installed';
import { hasRedis } from './world/redis/testing/redis-server';

const ROOT = join(__dirname, '..');
const described = hasRedis() ? describe : describe.skip;
const balanced = hasHaproxy() ? test : test.skip;

described('the samples of several replicas', () => {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-replicas-'));
  const started: ChildProcess[] = [];
  const ports = new Map<string, number>();
  const port = (shown: string): number => ports.get(shown) ?? 0;
  /** A sample, for the ports that are free here and the command that was built. */
  const local = (block: string): string =>
    block
      .replaceAll(/\b(?:6379|401[0-2])\b/g, (shown) => String(port(shown)))
      .replaceAll('node_modules/.bin/animal-store-mock', `${process.execPath} ${ROOT}/dist/bin/animal-store-mock.js`)
      .replaceAll('redis-cli', `redis-cli -p ${port('6379')}`)
      .replaceAll("'animal-store-contract'", `'${join(ROOT, 'dist/lib/index.js')}'`);
  /** Starts what a block says, with all that it leaves in the background. */
  const run = (block: string): void => {
    const inOwnGroup = { cwd: folder, env: HAPROXY_ENV, detached: true, stdio: 'ignore' } as const;
    started.push(spawn('bash', ['-c', `${local(block)}\nwait`], inOwnGroup));
  };
  const origin = (shown: string): string => `http://127.0.0.1:${port(shown)}`;
  const ask = (shown: string, path: string, body?: object): Promise<Response> =>
    fetch(`${origin(shown)}/v1${path}`, {
      headers: { authorization: 'Bearer demo-business', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
  const isUp = (shown: string): Promise<boolean> =>
    fetch(origin(shown)).then(
      ({ ok }) => ok,
      () => false,
    );
  /** The sample for tests, by the mock at this address. */
  const runSample = async (address: string): Promise<string> => {
    const file = join(folder, 'sample.mjs');
    writeFileSync(file, local(sampleOf('replicas')));
    const { stdout } = await promisify(execFile)(process.execPath, [file], { env: { ...process.env, MOCK: address } });
    return stdout;
  };
  const redis = async <Result>(use: (send: (command: readonly string[]) => Promise<unknown>) => Promise<Result>) => {
    const client = await createClient({ url: `redis://127.0.0.1:${port('6379')}` }).connect();
    try {
      return await use((command) => client.sendCommand([...command]));
    } finally {
      client.destroy();
    }
  };

  beforeAll(async () => {
    for (const shown of ['6379', '4010', '4011', '4012']) ports.set(shown, await freePort());
    const [first = '', ...rest] = sampleOf('replicas-start').split('\n');
    run(first);
    await until(() =>
      redis((send) => send(['PING'])).then(
        () => true,
        () => false,
      ),
    );
    run(rest.join('\n'));
    await until(async () => (await isUp('4011')) && (await isUp('4012')));
  });
  afterAll(() => {
    for (const { pid } of started) endGroup(pid);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  test('two commands start two that are one', async () => {
    const made = await (await ask('4011', '/pets', { name: 'Rex', categoryId: 1 })).json();
    expect(made).toEqual({ id: 127, name: 'Rex', categoryId: 1 });
    expect(await (await ask('4012', '/pets/127')).json()).toEqual(made);
    expect((await fetch(`${origin('4012')}/__admin/`)).status).toBe(200);
    const policies = await redis((send) => send(['CONFIG', 'GET', '*policy']));
    expect(String(Object.values(policies as object))).toContain('noeviction');
  });

  balanced('a balancer leads tests to all of them, and leaves it to the mock to say that Redis is away', async () => {
    writeFileSync(join(folder, 'mock.cfg'), local(sampleOf('replicas-balancer')));
    run('haproxy -f mock.cfg');
    await until(() => isUp('4010'));
    expect(await runSample(`${origin('4010')}/v1`)).toBe('200 200 200 429\n');
    expect((await fetch(`${origin('4010')}/__admin/`)).status).toBe(200);
    await redis((send) => send(['CLIENT', 'PAUSE', '1900', 'ALL']));
    const refused = await ask('4010', '/pets/1');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await refused.json()).toMatchObject({ code: 'store_unavailable' });
    await until(async () => (await ask('4010', '/pets/1')).status === 200);
  });

  test('a user with just these commands is enough for a mock, and none of them is one too many', async () => {
    const [create = '', start = ''] = local(sampleOf('replicas-user')).split(/\n(?=ANIMAL)/);
    ports.set('4013', await freePort());
    run(`${create}\n${start.trimEnd()} --port ${port('4013')}`);
    await until(() => isUp('4013'));
    expect(await runSample(`${origin('4013')}/v1`)).toBe('200 200 200 429\n');
    const control = (method: string, path: string, body?: object) =>
      fetch(`${origin('4013')}/__admin${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const state = await (await control('GET', '/state')).json();
    for (const done of [
      await control('POST', '/faults', { status: 503, times: 1 }),
      await ask('4013', '/pets'),
      await control('PUT', '/state', state as object),
      await control('PUT', '/clock', { action: 'advance', seconds: 60 }),
      await control('GET', '/requests'),
      await control('DELETE', '/requests'),
      await control('POST', '/reset'),
    ])
      expect([200, 201, 204, 503]).toContain(done.status);
    const log = await redis((send) => send(['ACL', 'LOG']));
    expect(JSON.stringify(log)).not.toMatch(/"object","(?!client)/);

    const allowed = [...create.matchAll(/ '?\+([\w|-]+)/g)].map(([, command = '']) => command);
    const known = (await redis((send) => send(['COMMAND', 'LIST']))) as readonly string[];
    expect(allowed.toSorted()).toEqual(usedOf(known).toSorted());
  });
});

/** Ends a shell and what it has left in the background. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended by itself.
  }
}

/** Those that the client uses by itself: for channels, a database, a cluster. */
const OF_THE_CLIENT = ['subscribe', 'unsubscribe', 'select', 'cluster|slots', 'asking'];

/** The commands that stand in quotes in the code, which is how scripts and steps name them. */
function usedOf(known: readonly string[]): readonly string[] {
  const folder = join(__dirname, 'world/redis');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const text = files
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');
  const quoted = new Set(
    [...text.matchAll(/'([A-Z]+)'(?:, '([A-Z]+)')?/g)].flatMap(([, one = '', next = '']) => [
      one,
      `${one}|${next}`,
      next,
    ]),
  );
  const names = new Set(known.map((name) => name.toLowerCase()));
  const own = [...quoted].map((name) => name.toLowerCase()).filter((name) => names.has(name));
  // Of one with parts only these are meant.
  return [...new Set([...own.filter((name) => !own.some((other) => other.startsWith(`${name}|`))), ...OF_THE_CLIENT])];
}
