import { join } from 'node:path';
import { startProgram } from '../openapi/program/testing/child';
import { until } from '../openapi/program/testing/until';
import { startCommand } from './testing/command';
import { writeFile } from './testing/edited';
import { connect } from './world/redis/connection/connection';
import { hasRedis, startRedis } from './world/redis/testing/redis-server';

const described = hasRedis() ? describe : describe.skip;

const HEADERS = { authorization: 'Bearer demo-pro', 'content-type': 'application/json' };

described('a Redis that goes away, or whose replica does', () => {
  test('has nothing for good of a replica that is killed while it stores many records', async () => {
    const server = await startRedis();
    const redis = await connect({ url: server.url });
    const texts = async (command: readonly string[]) => (await redis.send('', command)) as readonly string[];
    const mock = await startCommand(['--store', server.url]);
    const lasting = async () => {
      const keys = await texts(['KEYS', '*']);
      const ends = await Promise.all(keys.map(async (key) => Number(await redis.send('', ['PTTL', key]))));
      return keys.filter((_, place) => (ends[place] ?? 0) < 0).sort();
    };
    const before = await lasting();
    expect(before.length).toBeGreaterThan(5);

    const pets = Array.from({ length: 30_000 }, (_, nth) => ({ id: nth + 1, name: `P${nth}`, categoryId: 1 }));
    const body = JSON.stringify({ records: { pets } });
    const headers = { 'content-type': 'application/json' };
    const stored = fetch(new URL('/__admin/state', mock.baseUrl), { method: 'PUT', headers, body }).catch(() => {});
    await until(async () => (await texts(['KEYS', '*:r3:store:1:texts'])).length === 1);
    await mock.stop('SIGKILL');
    await stored;
    expect(await lasting()).toEqual(before);
    expect((await texts(['KEYS', '*:r3:*'])).length).toBeGreaterThan(1);
    await redis.close();
    await server.stop();
  });

  test('is reported by replies, health and log, each once, and is used again without a restart, though it is empty', async () => {
    const first = await startRedis();
    const mock = await startCommand(['--store', first.url, '--log', 'errors']);
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${mock.baseUrl}${path}`, { headers: HEADERS, ...init });
    const create = () => ask('/pets', { method: 'POST', body: JSON.stringify({ name: 'Rex', categoryId: 1 }) });
    const health = async (path = '') => {
      const reply = await fetch(new URL(`/__admin/health${path}`, mock.baseUrl));
      return { status: reply.status, json: (await reply.json()) as Record<string, unknown> };
    };
    const { id } = (await (await create()).json()) as { id: number };
    await first.stop();

    const refused = await create();
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      503,
      '1',
      {
        status: 503,
        code: 'store_unavailable',
        message: 'Redis, where this mock stores everything, can not be reached.',
      },
    ]);
    await until(async () => (await health()).json.ready === false);
    expect((await health()).json).toMatchObject({
      live: true,
      worlds: 1,
      store: { kind: 'redis', state: 'degraded', reason: 'Redis can not be reached.' },
      warnings: [expect.stringMatching(/^Redis can not be reached\. Every request gets a 503 since \d{4}-/)],
    });
    expect([(await health('/ready')).status, (await health('/live')).status]).toEqual([503, 200]);
    expect((await fetch(new URL('/__admin/state', mock.baseUrl))).status).toBe(503);

    const again = await startRedis(['--port', String(first.port)]);
    await until(async () => (await ask('/pets?limit=1')).status === 200);
    await until(async () => (await health()).json.ready === true);
    // It kept nothing: the mock has begun anew with its fixtures and keys.
    expect([(await ask(`/pets/${id}`)).status, (await ask('/pets/1')).status, (await create()).status]).toEqual([
      404, 200, 201,
    ]);
    expect((await health()).json).toMatchObject({ store: { state: 'ok', reason: null, since: null }, warnings: [] });
    const { stderr } = await mock.stop();
    const lines = stderr.split('\n').filter((line) => line.startsWith('Redis '));
    expect(lines).toEqual([
      'Redis can not be reached. Until it is back, every request gets a 503.',
      expect.stringMatching(/^Redis is back after \d+ s\.$/),
    ]);
    // It could not be looked for then.
    expect(stderr).toMatch(/^POST \/v1\/pets 503 .* ms, key not looked for: Redis, /m);
    await again.stop();
  });

  test('keeps no program alive that has a mock without a port, and is looked for by one that keeps its program running', async () => {
    const redis = await startRedis();
    const program = writeFile('cjs', PROGRAM);
    const startOne = (name: string) => startProgram(program, [LIBRARY, name, redis.url], process.env);
    const [alone, serving] = [startOne('createMock'), startOne('startMock')];
    await until(() => [alone, serving].every(({ written }) => written.stdout === 'ready\n'));
    await redis.stop();
    for (const { child } of [alone, serving]) child.stdin.end('go on\n');
    const lost = /^ready\n(503\n)+$/;
    expect(await alone.ended()).toEqual({ code: 0, stdout: expect.stringMatching(lost), stderr: '' });
    expect(serving.written.stdout).toMatch(lost);
    expect(serving.child.exitCode).toBeNull();
    const again = await startRedis(['--port', String(redis.port)]);
    await until(() => serving.written.stdout.endsWith('200\n'));
    serving.child.kill();
    await serving.ended();
    await again.stop();
  });
});

const LIBRARY = join(__dirname, '../dist/lib/index.js');
/** Asks its mock once its parent says so, then for as long as it answers 503 where something else keeps the program alive. */
const PROGRAM = `
const [library, make, store] = process.argv.slice(2);
require(library)[make]({ store, ...(make === 'startMock' ? { keepAlive: true } : {}) }).then((mock) => {
  const ask = async () => {
    const { status } = await mock.fetch('/v1/pets/1', { headers: { authorization: 'Bearer demo-pro' } });
    console.log(status);
    if (status !== 200) setTimeout(ask, 50).unref();
  };
  console.log('ready');
  process.stdin.once('data', ask);
});`;
