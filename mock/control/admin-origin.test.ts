import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { live, panel } from '../console/testing/page';
import { type StartedMock, startMock } from '../index';
import { describeInBrowser } from '../testing/browser';

const PAGE = 'http://localhost:5173';
const OTHER = 'http://localhost:5174';
const TOKEN = 'a-token';

/** `fetch` sets neither `Origin` nor `Host` as it is told. */
async function ask(url: string, headers: Record<string, string>, method = 'GET', body?: string) {
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const asked = forward(url, { method, headers, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
          // A stream does not end by itself.
          if (response.headers['content-type'] === 'text/event-stream') response.destroy();
        });
        response.once('close', () => resolve({ status: response.statusCode, headers: response.headers, text }));
      });
      asked.once('error', reject);
      asked.end(body);
    },
  );
}

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
      expect(reply.text.includes('--admin-origin')).toBe(/^https?:\/\/localhost:\d+$/.test(origin));
    },
  );

  test('refuses what another site loads without saying where from', async () => {
    const headers = { ...credential, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    expect((await ask(`${admin}/clock`, headers)).status).toBe(403);
  });

  test('asks a page for the token as it asks everybody', async () => {
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
  /** Serves the page, and passes on what is not its own as Vite does with `changeOrigin: true`. */
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (!request.url?.startsWith('/__admin')) {
        response.end('<!doctype html><title>Page</title><link rel="icon" href="data:,">');
        return;
      }
      const { method = '', headers } = request;
      const target = new URL(request.url, mock.baseUrl);
      const passed = forward(target, { method, headers: { ...headers, host: target.host } }, (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(response);
      });
      request.pipe(passed);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // True of every server that listens on a port.
    const { port } = server.address() as AddressInfo;
    page = `http://localhost:${port}`;
    mock = await startMock({ adminOrigin: page });
  });
  afterAll(async () => {
    await mock.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Adds a fault and reads the list of them, from within a page. */
  const script = (admin: string) => `
    fetch('${admin}/faults', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"status":503}' })
      .then((reply) => reply.json())
      .then(({ rule }) => rule.status, (error) => error.name)`;

  test('uses the control plane through its proxy', async () => {
    const opened = await open(page);
    expect(await opened.evaluate(script('/__admin'))).toBe(503);
  });

  test('uses it directly', async () => {
    const opened = await open(page);
    expect(await opened.evaluate(script(new URL('/__admin', mock.baseUrl).href))).toBe(503);
    // The browser test counts requests to another host as failures.
    expect(complaints()).toEqual([expect.stringMatching(/^request: http:\/\/127\.0\.0\.1:\d+\/__admin\/faults$/)]);
  });

  test('of another origin can do neither', async () => {
    const opened = await open(page.replace('localhost', '127.0.0.1'));
    expect(await opened.evaluate(script(new URL('/__admin', mock.baseUrl).href))).toBe('TypeError');
    expect(await opened.evaluate("fetch('/__admin/faults', { method: 'DELETE' }).then((reply) => reply.status)")).toBe(
      403,
    );
    expect(complaints().join('\n')).toContain('blocked by CORS policy');
  });

  test('of another origin shows the console, which says what is refused and why', async () => {
    const origin = page.replace('localhost', '127.0.0.1');
    const opened = await open(`${origin}/__admin/`);
    await live(opened);
    await panel(opened, 'Clock').getByRole('button', { name: 'Freeze' }).click();
    await panel(opened, 'Clock').getByText(`start the mock with --admin-origin ${origin}.`).waitFor();
    expect(complaints().join('\n')).toContain('403');
  });
});
