import { Agent, request } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { version } from '../../openapi/package/package-file';
import { createMock, type MockOptions, type StartedMock, startMock } from '../index';
import { createLog } from '../observe/log';
import { serve } from '../server/app';
import { type Adapted, ALL_ADAPTERS, IN_A_PAGE } from '../testing/adapters';
import { axeViolations, describeInBrowser, paleControls } from '../testing/browser';

import { editedDocument } from '../testing/edited';
import { setUp } from '../testing/set-up';

const HTML = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
describe.each(ALL_ADAPTERS)('the home, %s', (name, adapt) => {
  // The root of a page is that of its site, which has files and pages of its own.
  const addresses = name === IN_A_PAGE ? ['/v1', '/v1/'] : ['/', '/v1', '/v1/'];
  let adapted: Adapted;
  const ask = (path: string, init?: RequestInit) => adapted.ask(new URL(path, adapted.baseUrl).href, init);
  beforeAll(async () => {
    adapted = await adapt();
  });
  afterAll(() => adapted.close());

  test.each(addresses)('tells a program at %s what runs here, without a key and at no cost', async (address) => {
    for (const accept of ['*/*', 'application/json, text/plain, */*', '']) {
      const reply = await ask(address, { headers: { accept } });
      const { links, ...home } = (await reply.json()) as { links: Record<string, string> };
      expect([reply.status, reply.headers.get('content-type'), reply.headers.get('vary')]).toEqual([
        ...[200, 'application/json', 'Origin, Accept'],
      ]);
      expect(home).toEqual({
        name: 'Animal Store API, mocked',
        ready: true,
        version: version(),
        contract: { title: 'Animal Store API', version: '1.0.0' },
        baseUrl: '/v1',
      });
      const places = Object.entries(links).map(([link, to]) => [link, new URL(to, `http://a${address}`).pathname]);
      expect(Object.fromEntries(places)).toEqual({
        console: '/__admin/',
        reference: '/docs',
        contract: '/openapi.json',
        contractYaml: '/openapi.yaml',
        health: '/__admin/health',
      });
    }
    expect((await ask(address)).headers.get('x-ratelimit-remaining')).toBe('60');
    expect(await adapted.mock.requests()).toEqual([]);
  });

  test('answers HEAD and GET of those who wait for a start', async () => {
    for (const address of addresses) {
      const [got, looked] = [await ask(address), await ask(address, { method: 'HEAD' })];
      expect([looked.status, await looked.text()]).toEqual([200, '']);
      expect(looked.headers.get('content-length')).toBe(String((await got.text()).length));
    }
  });

  test.each(addresses)('shows a browser a page at %s, with the same links', async (address) => {
    const reply = await ask(address, { headers: HTML });
    const text = await reply.text();
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(reply.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'/,
    );
    const links = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(
      ([, link = '']) => new URL(link, `http://a${address}`),
    );
    expect(links.filter(({ protocol }) => protocol === 'http:').map(({ pathname }) => pathname)).toEqual([
      ...['/home/style.css', '/home/main.js', '/v1'],
      ...['/__admin/', '/docs', '/openapi.json', '/openapi.yaml', '/__admin/health'],
    ]);
  });

  test('takes no other method', async () => {
    const [address = ''] = addresses;
    const posted = await ask(address, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const options = await ask(address, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });
});

describe('the home', () => {
  const OWN = { get: { security: [], responses: { 204: { description: 'Done.' } } } };
  const linksAt = async (ask: typeof fetch) =>
    Object.keys(((await (await ask('/')).json()) as { links: object }).links);
  const linksOf = async (options: MockOptions) => linksAt((await createMock(options)).fetch);

  test('leaves its address to a contract that has a path there', async () => {
    const { fetch: ask } = await createMock({
      document: editedDocument((document) => {
        document.paths['/'] = OWN;
      }),
    });
    expect([(await ask('/v1/')).status, (await ask('/v1')).status, (await ask('/')).status]).toEqual([204, 200, 200]);
  });

  test('links only to what there is', async () => {
    expect(await linksOf({ admin: false })).toEqual(['reference', 'contract', 'contractYaml']);
    const document = editedDocument((draft) => {
      draft.servers = [];
      draft.paths['/docs'] = OWN;
    });
    expect(await linksOf({ document })).toEqual(['console', 'contract', 'contractYaml', 'health']);
  });

  test('has no console where others can reach the mock, and there is no token', async () => {
    const engine = await setUp({ host: '0.0.0.0' }, createLog('silent', process.stderr));
    const { fetch: ask } = serve({ engine });
    expect(await linksAt(ask)).toEqual(['reference', 'contract', 'contractYaml', 'health']);
    expect(await (await ask('/docs/config.json')).json()).not.toHaveProperty('console');
  });

  test('shows what stands in the contract as text', async () => {
    const { fetch: ask } = await createMock({
      document: editedDocument((draft) => {
        draft.info.title = '<b>"Bits" & Pieces</b>';
        draft.servers = [];
      }),
    });
    const page = await (await ask('/', { headers: HTML })).text();
    expect(page).toContain('<h1>&lt;b&gt;&quot;Bits&quot; &amp; Pieces&lt;/b&gt; 1.0.0</h1>');
    expect(page).toContain('<a id="base-url" href="./">/</a>');
  });
});

test('while the mock shuts down it still answers on open connections: it lives, but is not ready', async () => {
  const mock = await startMock();
  const agent = new Agent({ keepAlive: true });
  const paths = ['/', '/__admin/health/ready', '/__admin/health/live', '/__admin/health'];
  const all = () => Promise.all(paths.map((path) => get(new URL(path, mock.baseUrl), agent)));
  expect((await all()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);

  await mock.faults.add({ delayMs: 200, times: 1 });
  const inFlight = fetch(`${mock.baseUrl}/pets`, { headers: { authorization: 'Bearer demo-free' } });
  while ((await mock.faults.list())[0]?.struck === 0) await setImmediate();
  const closed = mock.close();
  const [home, ready, live, health] = await all();
  expect([home?.status, JSON.parse(home?.text ?? '')]).toEqual([503, expect.objectContaining({ ready: false })]);
  expect([ready?.status, JSON.parse(ready?.text ?? '')]).toEqual([
    ...[503, { code: 'shutting_down', message: 'The mock is shutting down.', status: 503 }],
  ]);
  expect(live).toEqual({ status: 200, text: '{"live":true}' });
  expect([health?.status, JSON.parse(health?.text ?? '')]).toEqual([
    ...[200, expect.objectContaining({ ready: false, live: true })],
  ]);
  expect((await inFlight).status).toBe(200);
  await closed;
  agent.destroy();
});

/** Over one of the agent's connections, which it keeps. */
function get(url: URL, agent: Agent): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('end', () => resolve({ status: response.statusCode, text }));
    });
    asked.once('error', reject).end();
  });
}

describeInBrowser('the page of the home', (open) => {
  let mock: StartedMock;
  beforeAll(async () => {
    mock = await startMock();
  });
  afterAll(() => mock.close());

  test.each(['light', 'dark'] as const)('is for everybody, on a phone too, %s', async (colorScheme) => {
    const page = await open(`${mock.baseUrl}/`, { colorScheme, viewport: { width: 390, height: 844 } });
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Animal Store API 1.0.0');
    expect(await page.locator('#base-url').textContent()).toBe(mock.baseUrl);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await axeViolations(page)).toEqual([]);
    expect(await paleControls(page)).toEqual([]);
    await page.getByRole('link', { name: 'Console' }).click();
    await page.waitForURL(new URL('/__admin/', mock.baseUrl).href);
  });
});
