import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { sampleOf } from '../openapi/program/testing/samples';
import { until } from '../openapi/program/testing/until';
import { freePort } from '../tools/bench/redis-server';
import { runCommand, startCommand } from './testing/command';
import { hasRedis, type RedisServer, startRedis } from './world/redis/testing/redis-server';

const described = hasRedis() ? describe : describe.skip;

const PASSWORD = 'p4ssw0rd-of-the-store';
const TOKEN = 'token-of-the-admin';

described('animal-store-mock --store rediss://', () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-tls-'));
  const certificate = join(folder, 'localhost.pem');
  let server: RedisServer;
  let port = 0;
  beforeAll(async () => {
    execFileSync('bash', ['-c', sampleOf('certificate')], { cwd: folder, stdio: 'ignore' });
    port = await freePort();
    server = await startRedis([
      ...['--tls-port', String(port), '--tls-auth-clients', 'no', '--tls-ca-cert-file', certificate],
      ...['--tls-cert-file', certificate, '--tls-key-file', join(folder, 'localhost-key.pem')],
      // So that what it stores can be searched.
      ...['--requirepass', PASSWORD, '--rdbcompression', 'no'],
    ]);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const trusting = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    process.env.NODE_EXTRA_CA_CERTS = certificate;
    try {
      return await run();
    } finally {
      delete process.env.NODE_EXTRA_CA_CERTS;
    }
  };
  /** What Redis has in memory, as it would save it. */
  const stored = async (): Promise<string> => {
    const client = await createClient({ url: server.url, password: PASSWORD }).connect();
    const { dir = '' } = await client.configGet('dir');
    await client.sendCommand(['SAVE']);
    client.destroy();
    return readFileSync(join(dir, 'dump.rdb'), 'latin1');
  };

  test('keeps everything there by TLS, but no token of the control plane', async () => {
    const flags = ['--store', `rediss://:${PASSWORD}@localhost:${port}`, '--admin-token', TOKEN];
    const mock = await trusting(() => startCommand(flags));
    expect(mock.stdout()).toContain(`\nStore: rediss://localhost:${port}, shared with every other replica there\n`);
    const ask = (path: string, key: string, body?: object) =>
      fetch(`${mock.baseUrl}${path}`, {
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
    const reply = await ask('/pets', 'demo-pro', { name: 'Rex of TLS', categoryId: 1 });
    const made = (await reply.json()) as { readonly id: number };
    expect(await (await ask(`/pets/${made.id}`, 'demo-pro')).json()).toEqual(made);
    // By mistake it may be sent to the API, too.
    expect((await ask(`/pets?token=${TOKEN}`, TOKEN)).status).toBe(401);
    const control = (path: string, init: RequestInit = {}) =>
      fetch(new URL(`/__admin${path}`, mock.baseUrl), { ...init, headers: { authorization: `Bearer ${TOKEN}` } });
    expect((await control('/faults', { method: 'POST', body: '{"status":500,"times":0}' })).status).toBe(400);
    expect((await control('/sessions', { method: 'POST', body: '{"name":"of the admin"}' })).status).toBe(201);
    await until(async () => (await (await control('/requests')).text()).includes('"status":401'));
    const found = await stored();
    expect(['Rex of TLS', 'of the admin', TOKEN, PASSWORD].filter((text) => found.includes(text))).toEqual([
      'Rex of TLS',
      'of the admin',
    ]);
    expect((await mock.stop()).code).toBe(0);
  });

  test('says in a line what is in the way of a connection', async () => {
    const refused = async (url: string): Promise<string> => {
      const { code, stderr } = await runCommand(['--port', '0', '--store', url.replace('//', `//:${PASSWORD}@`)]);
      expect([code, stderr.trim().split('\n').length, stderr.includes(PASSWORD)]).toEqual([2, 1, false]);
      return stderr.replace(/^error: Redis at \S+ can not be reached: /, '').replace(/ Start it there, or.*\n/s, '');
    };
    expect([
      await refused(`rediss://localhost:${port}`),
      await refused(`rediss://localhost:${server.port}`),
      await refused(`redis://localhost:${port}`),
    ]).toEqual([
      'its certificate is not trusted; name the file of its issuer by NODE_EXTRA_CA_CERTS=ca.pem.',
      'no TLS connection came about within 2 seconds; nor would it with a Redis without TLS, for which the URL begins with redis://.',
      'it was connected to, and has ended the connection at once; where it speaks TLS, the URL begins with rediss://.',
    ]);
    const client = await createClient({ url: server.url, password: PASSWORD }).connect();
    await client.configSet('tls-auth-clients', 'yes');
    client.destroy();
    expect(await trusting(() => refused(`rediss://localhost:${port}`))).toBe(
      'it asks for a certificate of the mock, which has none; start it with tls-auth-clients no.',
    );
  });
});
