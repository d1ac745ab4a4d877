import { createServer, request as forward, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMock, type StartedMock, startMock } from '../index';
import { createLog } from '../observe/log';
import { serve } from '../server/app';
import { type Listening, listen } from '../server/server';
import type { Options } from '../setup/options';
import { describeInBrowser } from '../testing/browser';
import { setUp } from '../testing/set-up';
import { firstReply, sendRaw } from '../testing/socket';

interface Reply {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A request with exactly the given headers, `Host` and `Origin` included, which `fetch` would not send. */
function ask(url: string, headers: Record<string, string> = {}, method = 'GET', body?: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = forward(url, { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        // A stream does not end by itself.
        if (response.headers['content-type'] === 'text/event-stream') response.destroy();
      });
      response.once('close', () => resolve({ status: response.statusCode, headers: response.headers, body: text }));
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

/** A mock that is configured for an address, but listens on a loopback one. */
async function madeFor(setup: Partial<Options>): Promise<Listening> {
  const engine = await setUp(setup, createLog('silent', process.stderr));
  return listen(serve({ engine }), { host: '127.0.0.1', port: 0 });
}

const originOf = (mock: StartedMock): string => new URL(mock.baseUrl).origin;

describe('the control plane on a loopback address', () => {
  let mock: StartedMock;
  let origin: string;
  let port: string;
  beforeAll(async () => {
    mock = await startMock({ planLimits: false });
    origin = originOf(mock);
    port = new URL(origin).port;
  });
  afterAll(() => mock.close());

  const EVERYWHERE: readonly (readonly [string, string])[] = [
    ['GET', '/__admin/clock'],
    ['GET', '/__admin/state'],
    ['GET', '/__admin/requests/stream'],
    ['POST', '/__admin/'],
    ['OPTIONS', '/__admin/main.js'],
    ['GET', '/__admin/nothing'],
    ['HEAD', '/__admin/clock'],
    ['POST', '/__admin/health'],
    ['POST', '/__admin/reset'],
    ['POST', '/__admin/sessions'],
    ['DELETE', '/__admin/requests'],
    ['OPTIONS', '/__admin/reset'],
  ];
  const FILES: readonly (readonly [string, string])[] = [
    ['GET', '/__admin/'],
    ['GET', '/__admin'],
    ['GET', '/__admin/main.js'],
  ];

  describe.each<[string, () => Record<string, string>]>([
    ['a page of another host', () => ({ origin: 'http://evil.example' })],
    ['a page of another port', () => ({ origin: `http://127.0.0.1:${Number(port) + 1}` })],
    ['a page of the same host and port in another scheme', () => ({ origin: `https://127.0.0.1:${port}` })],
    ['a page of another name of this machine', () => ({ origin: `http://localhost:${port}` })],
    ['a page in a sandbox', () => ({ origin: 'null' })],
    ['a page in a file', () => ({ origin: 'file://' })],
    ['an extension of a browser', () => ({ origin: 'chrome-extension://abcdefgh' })],
    ['a page whose origin is empty', () => ({ origin: '' })],
    ['a page of another site', () => ({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })],
    ['a link on a page of another site', () => ({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' })],
    ['an image on a page of another port', () => ({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' })],
    ['a name that was made to lead here', () => ({ host: `rebound.example:${port}` })],
    [
      'a rebound page, to which its own origin is the same',
      () => ({ host: 'evil.example', origin: 'http://evil.example' }),
    ],
    ['an address of another machine', () => ({ host: `192.0.2.1:${port}` })],
    ['a name that begins as ours', () => ({ host: `127.0.0.1.evil.example:${port}` })],
    ['a name that ends as ours', () => ({ host: `evil.example.localhost.:${port}` })],
    ['a name with ours before an @', () => ({ host: `127.0.0.1@evil.example:${port}` })],
    ['a name that is no address', () => ({ host: `127.999.0.1:${port}` })],
  ])('refuses %s', (_, headers) => {
    const isByOriginAlone = Object.keys(headers()).join() === 'origin';
    it.each([...EVERYWHERE, ...(isByOriginAlone ? [] : FILES)])('%s %s', async (method, path) => {
      const reply = await ask(origin + path, headers(), method);
      expect(reply.status).toBe(403);
      expect(reply.headers['access-control-allow-origin']).toBeUndefined();
      expect(reply.headers['access-control-allow-methods']).toBeUndefined();
      if (method === 'HEAD') return;
      expect(JSON.parse(reply.body)).toEqual({ code: 'forbidden', message: expect.any(String), status: 403 });
    });
  });

  it.each(FILES)('gives the console to a page of any origin, which may not read it: %s %s', async (method, path) => {
    for (const page of ['http://evil.example', 'null']) {
      const { status, headers } = await ask(origin + path, { origin: page }, method);
      expect([status, headers['access-control-allow-origin']]).toEqual([path === '/__admin' ? 308 : 200, undefined]);
    }
  });

  it('changes nothing for a refused request', async () => {
    await ask(`${origin}/__admin/faults`, { 'content-type': 'application/json' }, 'POST', '{"status":503}');
    await ask(`${origin}/__admin/faults`, { origin: 'http://evil.example' }, 'DELETE');
    await ask(`${origin}/__admin/reset`, { host: 'evil.example' }, 'POST');
    expect(JSON.parse((await ask(`${origin}/__admin/faults`)).body)).toHaveLength(1);
    await mock.faults.clear();
  });

  it.each([
    ['its own page', () => ({ origin, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })],
    ['its own page under another name', () => ({ host: `localhost:${port}`, origin: `http://localhost:${port}` })],
    ['its own page under the default port', () => ({ host: 'localhost:80', origin: 'http://localhost' })],
    ['a user who types its address', () => ({ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' })],
    ['a link on a page of another port', () => ({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' })],
    ['the name localhost', () => ({ host: `localhost:${port}` })],
    ['the name in capitals', () => ({ host: `LocalHost:${port}` })],
    ['the name without a port', () => ({ host: 'localhost' })],
    ['a port that was forwarded to it', () => ({ host: 'localhost:9999' })],
    ['another loopback address', () => ({ host: `127.0.0.2:${port}` })],
    ['the IPv6 one', () => ({ host: `[::1]:${port}` })],
    ['the IPv6 one without a port', () => ({ host: '[::1]' })],
  ])('lets %s in', async (_, headers) => {
    expect((await ask(`${origin}/__admin/clock`, headers())).status).toBe(200);
  });

  const raw = async (head: string) => firstReply(await sendRaw(mock.baseUrl, [`${head}\r\nConnection: close\r\n\r\n`]));

  it.each([
    ['HTTP/1.0 without Host', 403, 'GET /__admin/clock HTTP/1.0'],
    ['HTTP/1.0 without Host, of a page', 403, 'GET /__admin/clock HTTP/1.0\r\nOrigin: null'],
    ['HTTP/1.0 with ours', 200, 'GET /__admin/clock HTTP/1.0\r\nHost: localhost'],
    ['HTTP/1.1 without Host', 403, 'GET /__admin/clock HTTP/1.1'],
    ['two of ours', 400, 'GET /__admin/clock HTTP/1.1\r\nHost: localhost\r\nHost: localhost'],
    ['ours and another', 400, 'GET /__admin/clock HTTP/1.1\r\nHost: localhost\r\nHost: evil.example'],
    ['another and ours', 403, 'GET /__admin/clock HTTP/1.1\r\nHost: evil.example\r\nHost: localhost'],
    ['a whole URL of ours', 200, 'GET http://localhost/__admin/clock HTTP/1.1\r\nHost: localhost'],
    ['a whole URL of elsewhere', 403, 'GET http://evil.example/__admin/clock HTTP/1.1\r\nHost: localhost'],
    ['a whole URL in capitals', 403, 'GET HTTP://EVIL.example/__admin/clock HTTP/1.1\r\nHost: localhost'],
    ['a whole URL with a name before it', 403, 'GET http://localhost@evil.example/__admin/clock HTTP/1.1\r\nHost: a'],
  ])('answers %s with %d', async (_, status, head) => {
    const reply = await raw(head);
    expect(reply?.status).toBe(status);
    if (status !== 200) expect(JSON.parse(reply?.body ?? '')).toMatchObject({ status });
  });

  // They reach the API, which has no such path, or the control plane with its checks, but never without these.
  it.each([
    '/__ADMIN/clock',
    '/%5F_admin/clock',
    '/%5f%5fadmin/clock',
    '/./__admin/clock',
    '//__admin/clock',
    '/v1/../__admin/clock',
    '/v1/__admin/clock',
    '/__admin/../__admin/clock',
    '/__admin/./clock',
    '/__admin//clock',
    '/__admin\\clock',
    '/__admin;/clock',
    '/__adminclock',
    '/nothing?/__admin/clock',
    '*/__admin/clock',
  ])('is not reached by %s', async (target) => {
    for (const host of ['localhost', 'evil.example']) {
      const reply = await raw(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer demo-free`);
      expect([400, 403, 404]).toContain(reply?.status);
      expect(reply?.body).not.toContain('frozen');
    }
  });

  it('leaves the API open to every page that CORS allows', async () => {
    const reply = await ask(`${mock.baseUrl}/pets`, {
      authorization: 'Bearer demo-free',
      host: 'anything.example',
      origin: 'http://elsewhere.example',
      'sec-fetch-site': 'cross-site',
    });
    expect([reply.status, reply.headers['access-control-allow-origin']]).toEqual([200, 'http://elsewhere.example']);
  });
});

describe.each([['::1'], ['localhost'], ['127.0.0.2']])('listening on %s', (host) => {
  it('is open without a token', async () => {
    const mock = await startMock({ host });
    const origin = originOf(mock);
    expect((await ask(`${origin}/__admin/clock`)).status).toBe(200);
    expect((await ask(`${origin}/__admin/clock`, { origin })).status).toBe(200);
    expect((await ask(`${origin}/__admin/clock`, { host: 'evil.example' })).status).toBe(403);
    await mock.close();
  });
});

const TOKEN = 'a-token.of_the~test+1/2=';

describe.each(['127.0.0.1', '0.0.0.0'])('with an admin token, on %s', (host) => {
  let mock: Listening;
  let origin: string;
  beforeAll(async () => {
    mock = await madeFor({ host, adminToken: TOKEN });
    origin = mock.origin;
  });
  afterAll(() => mock.close());

  it.each([
    ['none', undefined, 'Bearer realm="control plane"'],
    ['an empty one', 'Bearer ', 'Bearer realm="control plane"'],
    ['one of another scheme', `Basic ${TOKEN}`, 'Bearer realm="control plane"'],
    ['another', 'Bearer another', 'Bearer realm="control plane", error="invalid_token"'],
    ['a part of it', `Bearer ${TOKEN.slice(0, -1)}`, 'Bearer realm="control plane", error="invalid_token"'],
    ['more than it', `Bearer ${TOKEN}=`, 'Bearer realm="control plane", error="invalid_token"'],
    ['it in capitals', `Bearer ${TOKEN.toUpperCase()}`, 'Bearer realm="control plane", error="invalid_token"'],
    ['an API key', 'Bearer demo-enterprise', 'Bearer realm="control plane", error="invalid_token"'],
    ['a long one', `Bearer ${'x'.repeat(8000)}`, 'Bearer realm="control plane", error="invalid_token"'],
  ])('asks for it if a request has %s', async (_, authorization, challenge) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    for (const [method, path] of [
      ['GET', '/__admin/clock'],
      ['GET', '/__admin/requests/stream'],
      ['POST', '/__admin/reset'],
      ['GET', '/__admin/nothing'],
      ['GET', '/__admin/sessions/1/health'],
      ['PATCH', '/__admin/reset'],
    ] as const) {
      const reply = await ask(origin + path, headers, method);
      expect([reply.status, reply.headers['www-authenticate']]).toEqual([401, challenge]);
      expect(JSON.parse(reply.body)).toMatchObject({ code: 'unauthorized', status: 401 });
      expect(reply.body).not.toContain(TOKEN);
    }
  });

  it.each(['Bearer', 'bearer', 'BEARER '])('accepts it after %j', async (scheme) => {
    const reply = await ask(`${origin}/__admin/clock`, { authorization: `${scheme} ${TOKEN}` });
    expect(reply.status).toBe(200);
    expect(reply.body).not.toContain(TOKEN);
  });

  it('lets the page load without it, since it holds no secret', async () => {
    expect((await ask(`${origin}/__admin`)).status).toBe(308);
    expect((await ask(`${origin}/__admin/`)).status).not.toBe(401);
  });

  it('refuses a page of another origin, with the token or without', async () => {
    for (const path of ['/__admin/clock', '/__admin/nothing', '/__admin/reset']) {
      const headers = { authorization: `Bearer ${TOKEN}`, origin: 'http://evil.example' };
      expect((await ask(origin + path, headers)).status).toBe(403);
      expect((await ask(origin + path, { ...headers, origin: 'null' })).status).toBe(403);
    }
  });

  it('accepts the page behind a proxy that terminates TLS, under its own name', async () => {
    const headers = { authorization: `Bearer ${TOKEN}`, host: 'mock.example', origin: 'https://mock.example' };
    expect((await ask(`${origin}/__admin/clock`, headers)).status).toBe(200);
  });
});

describe('the health', () => {
  const HEALTH = ['/__admin/health', '/__admin/health/live', '/__admin/health/ready'];

  it.each<[string, Partial<Options>]>([
    ['a loopback address', { host: '127.0.0.1' }],
    ['any address, with a token', { host: '0.0.0.0', adminToken: TOKEN }],
    ['any address, without a token', { host: '0.0.0.0' }],
    ['another address, without a token', { host: '192.0.2.1' }],
  ])('is there for every client, as it shows no secret: on %s', async (_, setup) => {
    const { origin, close } = await madeFor(setup);
    for (const path of HEALTH) {
      const asked = [
        {},
        { host: 'mock.internal:8080' },
        { authorization: 'Bearer wrong' },
        { origin: 'http://elsewhere.example', 'sec-fetch-site': 'cross-site' },
      ];
      for (const headers of asked) {
        const reply = await ask(origin + path, headers);
        expect([reply.status, reply.headers['access-control-allow-origin']]).toEqual([200, undefined]);
        expect(reply.body).not.toContain(TOKEN);
      }
      expect((await ask(origin + path, {}, 'HEAD')).status).toBe(200);
      const posted = await ask(origin + path, { authorization: `Bearer ${TOKEN}` }, 'POST');
      expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
    await close();
  });

  it('names files only to those who may use the rest', async () => {
    const engine = await setUp({ adminToken: TOKEN }, createLog('silent', process.stderr));
    engine.warnings.set('a file', 'somewhere/api.yaml can not be used.');
    const { origin, close } = await listen(serve({ engine }), { host: '127.0.0.1', port: 0 });
    const warnings = async (headers: Record<string, string>) =>
      JSON.parse((await ask(`${origin}/__admin/health`, headers)).body).warnings;
    expect(await warnings({})).toEqual([]);
    expect(await warnings({ authorization: `Bearer ${TOKEN}` })).toEqual(['somewhere/api.yaml can not be used.']);
    await close();
  });
});

describe('without a token', () => {
  it.each(['0.0.0.0', '::', '192.0.2.1', 'mock.example'])(
    'it is off on %s, where its paths are as good as any unknown one',
    async (host) => {
      const { origin, close } = await madeFor({ host });
      for (const path of [
        '/__admin',
        '/__admin/',
        '/__admin/clock',
        '/__admin/main.js',
        '/__admin/clock?/__admin/health',
      ]) {
        const reply = await ask(origin + path);
        expect([reply.status, JSON.parse(reply.body)]).toEqual([
          404,
          expect.objectContaining({ code: 'unknown_path' }),
        ]);
      }
      await close();
    },
  );

  it.each([{}, { adminToken: TOKEN }])('it is off if it is switched off: %j', async (options) => {
    const mock = await startMock({ admin: false, ...options });
    const reply = await ask(`${originOf(mock)}/__admin/clock`, { authorization: `Bearer ${TOKEN}` });
    expect([reply.status, JSON.parse(reply.body)]).toEqual([404, expect.objectContaining({ code: 'unknown_path' })]);
    await mock.close();
  });
});

test('an app that listens on an address that its mock does not know takes peers of this machine alone, whatever the Host', async () => {
  const { app } = await createMock();
  const server = createServer(app);
  let address = '';
  server.on('connection', (socket) => Object.defineProperty(socket, 'remoteAddress', { get: () => address }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // True of every server that listens on a port.
  const { port } = server.address() as AddressInfo;
  const statusFor = async (peer: string) => {
    address = peer;
    return (await ask(`http://127.0.0.1:${port}/__admin/clock`, { host: 'localhost' })).status;
  };
  for (const peer of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1', '::FFFF:127.0.0.1'])
    expect([peer, await statusFor(peer)]).toEqual([peer, 200]);
  for (const peer of ['192.168.0.7', '::ffff:192.168.0.7', 'fe80::1', '::', '0.0.0.0', '', 'unknown'])
    expect([peer, await statusFor(peer)]).toEqual([peer, 403]);
  server.close();
});

const PAGE = 'http://localhost:5173';
const OTHER = 'http://localhost:5174';

describe.each([
  ['on a loopback address', undefined, {}],
  ['with a token', TOKEN, { authorization: `Bearer ${TOKEN}` }],
])('the control plane for pages of an origin that was named, %s', (_, adminToken, credential) => {
  let mock: StartedMock;
  let admin: string;
  beforeAll(async () => {
    mock = await startMock({ adminToken, adminOrigin: [PAGE, 'https://app.example'] });
    admin = new URL('/__admin', mock.baseUrl).href;
  });
  afterAll(() => mock.close());

  const FAULT = '{"status":503,"times":1}';

  test.each([PAGE, 'https://app.example'])('takes and answers their requests: %s', async (origin) => {
    const headers = { ...credential, origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };
    for (const [method, path, body, status] of [
      ['GET', '/clock', undefined, 200],
      ['POST', '/faults', FAULT, 201],
      ['POST', '/faults', '{"status":7}', 400],
      ['GET', '/nothing', undefined, 404],
      ['GET', '/requests/stream', undefined, 200],
    ] as const) {
      const reply = await ask(admin + path, headers, method, body);
      expect([path, reply.status]).toEqual([path, status]);
      expect(reply.headers).toMatchObject({
        vary: 'Origin',
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'Allow, Date, Retry-After, WWW-Authenticate',
      });
      expect(reply.headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  test('answers their preflights, without the token that a browser does not send with one', async () => {
    const asked = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' };
    const reply = await ask(`${admin}/clock`, { origin: PAGE, ...asked }, 'OPTIONS');
    expect([reply.status, reply.headers['access-control-allow-origin']]).toEqual([204, PAGE]);
    expect(reply.headers).toMatchObject({
      'access-control-allow-methods': 'GET, PUT, HEAD, OPTIONS',
      'access-control-allow-headers': 'authorization',
    });
    const refused = await ask(`${admin}/clock`, { origin: OTHER, ...asked }, 'OPTIONS');
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  });

  test.each([OTHER, 'https://localhost:5173', 'http://LOCALHOST:5173', `${PAGE}/`, 'null', '', '*'])(
    'refuses those of any other origin: %p',
    async (origin) => {
      const reply = await ask(`${admin}/faults`, { ...credential, origin }, 'POST', FAULT);
      expect([reply.status, reply.headers['access-control-allow-origin']]).toEqual([403, undefined]);
      expect(reply.body.includes('--admin-origin')).toBe(/^https?:\/\/localhost:\d+$/.test(origin));
    },
  );

  test('refuses what another site loads without saying where from', async () => {
    const headers = { ...credential, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    expect((await ask(`${admin}/clock`, headers)).status).toBe(403);
  });

  test('asks a page for the token as it asks any client', async () => {
    const reply = await ask(`${admin}/clock`, { origin: PAGE });
    expect([reply.status, reply.headers['access-control-allow-origin']]).toEqual([
      ...[adminToken === undefined ? 200 : 401, PAGE],
    ]);
  });

  test('takes the name of such a page from a proxy that passes it on', async () => {
    const behind = (host: string) => ask(`${admin}/clock`, { ...credential, host });
    expect((await behind('app.example')).status).toBe(200);
    expect((await behind('evil.example')).status).toBe(adminToken === undefined ? 403 : 200);
  });
});

describeInBrowser('the page of a dev server', (open, complaints) => {
  let mock: StartedMock;
  let server: Server;
  let page: string;
  beforeAll(async () => {
    server = createServer((_, response) =>
      response.end('<!doctype html><title>Page</title><link rel="icon" href="data:,">'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // True of every server that listens on a port.
    page = `http://localhost:${(server.address() as AddressInfo).port}`;
    mock = await startMock({ adminOrigin: page });
  });
  afterAll(async () => {
    await mock.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** What comes of adding a fault from within a page. */
  const addedFrom = async (origin: string): Promise<unknown> =>
    (await open(origin)).evaluate(`
      fetch('${new URL('/__admin/faults', mock.baseUrl).href}', {
        method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"status":503}',
      }).then((reply) => reply.json()).then(({ rule }) => rule.status, (error) => error.name)`);

  test('uses the control plane, and one of another origin does not', async () => {
    expect(await addedFrom(page)).toBe(503);
    // The browser test counts requests to another host as failures.
    expect(complaints()).toEqual([expect.stringMatching(/^request: http:\/\/127\.0\.0\.1:\d+\/__admin\/faults$/)]);
    expect(await addedFrom(page.replace('localhost', '127.0.0.1'))).toBe('TypeError');
    expect(complaints().join('\n')).toContain('blocked by CORS policy');
  });
});
