import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { version } from '../../../openapi/package/package-file';
import {
  type ConnectedMock,
  type ConnectOptions,
  connectMock,
  createMock,
  type RemoteSessionClient,
  type StartOptions,
} from '../../index';
import { startOwn } from '../../testing/started';
import { describeSessionClients } from '../sessions.behaviour';
import { describeWorld } from '../world.behaviour';

const adminToken = 'a-token-of-this-test';
const DEMO_KEYS = Object.fromEntries(
  ['free', 'pro', 'business', 'enterprise', 'revoked'].map((name) => [name, `demo-${name}`]),
);

const connected = async (options: StartOptions = {}): Promise<ConnectedMock> =>
  connectMock((await startOwn({ adminToken, ...options })).baseUrl, { adminToken });

describe('a mock in another process', () => {
  let mock: ConnectedMock;
  let session: RemoteSessionClient;
  beforeAll(async () => {
    mock = await connected();
    session = await mock.session();
  });
  describeWorld('its own world', () => ({ world: mock, caller: 'mock', keys: DEMO_KEYS, baseUrl: mock.baseUrl }));
  describeWorld('a session', () => ({
    world: session,
    caller: 'session',
    keys: session.apiKeys,
    baseUrl: mock.baseUrl,
  }));
});

describeSessionClients('sessions in another process', connected);

test('close ends the sessions that were opened here, and no others', async () => {
  const [one, other] = [await connected({ maxSessions: 3 }), await connected()];
  const again = await connectMock(one.baseUrl, { adminToken });
  const kept = await again.session();
  const closed = await one.session();
  await one.close();
  await one.close();
  expect(await kept.requests()).toEqual([]);
  await expect(closed.requests()).rejects.toThrow(/^session\.requests: this mock is closed: /);
  await expect(closed.faults.remove('1')).rejects.toThrow(/this mock is closed/);
  await other.close();
});

test('to print a clock, or to copy it, sends nothing', async () => {
  const { clock } = await connected();
  expect(Object.keys({ ...clock })).not.toContain('frozen');
  expect(await clock.frozen).toBe(false);
});

describe('the address', () => {
  test('may be the origin or the base URL, with a slash at its end or without, or a URL', async () => {
    const { baseUrl } = await startOwn({});
    const { origin } = new URL(baseUrl);
    for (const url of [origin, `${origin}/`, baseUrl, `${baseUrl}/`, new URL(baseUrl)]) {
      const mock = await connectMock(url);
      expect([mock.baseUrl, mock.prefix]).toEqual([baseUrl, '/v1']);
      expect(await mock.requests()).toEqual([]);
    }
  });

  test('may be that of a proxy, which serves the mock below a path', async () => {
    const { default: express } = await import('express');
    const { app } = await createMock();
    const origin = await serveOwn(express().use('/some/mock', app));
    const mock = await connectMock(`${origin}/some/mock/v1`);
    expect(mock.baseUrl).toBe(`${origin}/some/mock/v1`);
    expect((await mock.fetch('/v1/pets?limit=1', { headers: { authorization: 'Bearer demo-free' } })).status).toBe(200);
    expect(await mock.requests()).toHaveLength(1);
  });

  test.each([
    ['localhost:4010', 'not "localhost:4010".'],
    ['/v1', 'not "/v1".'],
    [undefined, 'not undefined.'],
  ])('%p is refused', async (url, found) => {
    const expected = `connectMock: expected the address of a mock, such as http://127.0.0.1:4010, ${found}`;
    await expect(connectMock(url as string)).rejects.toThrow(new TypeError(expected));
  });

  test('has no password, and no message repeats it', async () => {
    await expect(connectMock('http://me:secret@127.0.0.1:4010')).rejects.toThrow(
      new TypeError('connectMock: the address must have no user and no password; a token goes into { adminToken }.'),
    );
  });
});

test.each([
  [{ token: 'x' }, 'connectMock: there is no option "token". It has adminToken, timeoutMs.'],
  [
    { adminToken: 'two words' },
    'connectMock: the option "adminToken" must be a token of letters, digits and ._~+/-, not what was given.',
  ],
  [{ timeoutMs: 0 }, 'connectMock: the option "timeoutMs" must be a whole number from 1 to 600000, not 0.'],
])('the option %j is refused', async (options, message) => {
  await expect(connectMock('http://127.0.0.1:9', options as ConnectOptions)).rejects.toThrow(new TypeError(message));
});

describe('it says at once what is wrong, and what to do:', () => {
  const reasonOf = (connecting: Promise<unknown>) =>
    connecting.then(
      () => 'connected',
      (error: unknown) => String(error),
    );

  test('nothing answers', async () => {
    const mock = await startOwn({});
    const { origin, host } = new URL(mock.baseUrl);
    await mock.close();
    expect(await reasonOf(connectMock(origin))).toBe(
      `Error: Nothing answers at ${origin} (connect ECONNREFUSED ${host}). Start the mock there, or correct the address.`,
    );
  });

  test('the mock has ended meanwhile', async () => {
    const mock = await startOwn({});
    const connection = await connectMock(mock.baseUrl);
    await mock.close();
    expect(await reasonOf(connection.clock.advance(60))).toMatch(
      /^Error: mock\.clock\.advance: nothing answers at http:\S+ \(.+\)\. Start /,
    );
  });

  test('something else answers', async () => {
    for (const status of [200, 404, 302]) {
      const origin = await serveOwn((_, response) =>
        response.writeHead(status, { Location: '/login' }).end('<title>Shop</title>'),
      );
      expect(await reasonOf(connectMock(`${origin}/v1`))).toBe(
        `Error: What answers at ${origin} has no Admin API of the mock: GET /__admin/health was answered with ${status}. ` +
          'Correct the address, or switch the Admin API on where the mock is started (--admin, --admin-token).',
      );
    }
  });

  test('no token, or a wrong one, which is not repeated', async () => {
    const { baseUrl } = await startOwn({ adminToken });
    const { origin } = new URL(baseUrl);
    expect(await reasonOf(connectMock(baseUrl))).toBe(
      `Error: The mock at ${origin} asks for its admin token: pass it, connectMock(url, { adminToken }), or set ANIMAL_STORE_ADMIN_TOKEN.`,
    );
    expect(await reasonOf(connectMock(baseUrl, { adminToken: 'wrong-one' }))).toBe(
      `Error: The mock at ${origin} refuses the admin token: pass the one that it was started with.`,
    );
  });

  test('the token of the variable, unless another is passed', async () => {
    const { baseUrl } = await startOwn({ adminToken });
    const { ANIMAL_STORE_ADMIN_TOKEN: before } = process.env;
    try {
      process.env.ANIMAL_STORE_ADMIN_TOKEN = adminToken;
      expect(await reasonOf(connectMock(baseUrl))).toBe('connected');
      expect(await reasonOf(connectMock(baseUrl, { adminToken: 'wrong-one' }))).toMatch(/refuses the admin token/);
    } finally {
      if (before === undefined) delete process.env.ANIMAL_STORE_ADMIN_TOKEN;
      else process.env.ANIMAL_STORE_ADMIN_TOKEN = before;
    }
  });

  test('a control plane that is off', async () => {
    const { baseUrl } = await startOwn({ admin: false });
    expect(await reasonOf(connectMock(baseUrl))).toMatch(/^Error: What answers at \S+ has no Admin API of the mock/);
  });

  test('another version', async () => {
    const health = (version: string) =>
      serveOwn((_, response) => response.end(JSON.stringify({ version, contract: { title: '', prefix: '/v1' } })));
    const origin = await health('7.3.1');
    expect(await reasonOf(connectMock(origin))).toMatch(
      /^Error: The mock at \S+ has version 7\.3\.1, and the client here \d+\.\d+\.\d+: the first two numbers must agree\. Install the same version in both places\.$/,
    );
    expect(await reasonOf(connectMock(await health(`${version().replace(/\d+$/, '')}77`)))).toBe('connected');
  });

  test('no answer in time', async () => {
    const origin = await serveOwn(() => {});
    expect(await reasonOf(connectMock(origin, { timeoutMs: 50 }))).toBe(
      `Error: The mock at ${origin} did not answer within 50 ms. See what keeps it busy, or raise timeoutMs.`,
    );
  });
});

const closers: (() => void)[] = [];
afterAll(() => {
  for (const close of closers) close();
});

/** @returns the origin of a server that is not the mock */
async function serveOwn(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  // True of every server that listens on a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
