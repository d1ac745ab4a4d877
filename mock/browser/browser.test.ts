import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { packageFile } from '../../openapi/package/package-file';
import { rounds } from '../../openapi/program/testing/long';
import { createMock, type FaultRule, type Mock, startMock } from '../index';
import { describeInBrowser } from '../testing/browser';

const BUNDLE = readFileSync(packageFile('dist/lib/browser.mjs'));

const BAKED_DOCUMENT: string = JSON.parse(readFileSync(packageFile('dist/baked.json'), 'utf8'))[
  'openapi/animal-store.yaml'
].json;

describe('the bundle for pages', () => {
  test('is no larger than 250 kB, as servers send it', () => {
    expect(gzipSync(BUNDLE).length).toBeLessThan(250_000);
  });

  test('imports nothing, and makes no code of texts', () => {
    // As a program writes them: texts inside it have other things around them.
    const text = BUNDLE.toString();
    expect(text).not.toMatch(/(?:^|[;}\n])import\s*[\w{*"']|\bfrom\s*"node:|\brequire\(/);
    expect(text).not.toMatch(/\beval\(|\bnew Function\b|\bFunction\(/);
  });
});

/** Scripts of this origin alone, and no code that is made of texts (CSP Level 3). */
const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";

const NOON = '2026-11-19T12:00:00Z';

/** What the page runs: it asks by `fetch`, or by `XMLHttpRequest`, one request after the other. */
const SCRIPT = `
import { startMock } from './browser.mjs';
const asText = (buffer) => Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('');
const byFetch = async ({ url, method, headers, body }) => {
  const response = await fetch(url, { method, headers, body });
  const { status, statusText } = response;
  return { status, statusText, headers: Object.fromEntries(response.headers), body: asText(await response.arrayBuffer()) };
};
const byXhr = ({ url, method, headers, body }) => new Promise((resolve, reject) => {
  const xhr = new XMLHttpRequest();
  xhr.open(method, url);
  xhr.responseType = 'arraybuffer';
  for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
  xhr.onerror = () => reject(new TypeError('failed'));
  xhr.onload = () => {
    const lines = xhr.getAllResponseHeaders().split('\\r\\n').filter((line) => line !== '');
    const { status, statusText } = xhr;
    const found = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s, 2)));
    resolve({ status, statusText, headers: found, body: asText(xhr.response ?? new ArrayBuffer(0)) });
  };
  xhr.send(body);
});
const failed = (error) => ({ failed: error.name });
const ask = async (requests, one) => {
  const replies = [];
  for (const request of requests) replies.push(await one(request).catch(failed));
  return replies;
};
const begin = async (options) => {
  globalThis.mock = await startMock(options);
  mock.clock.freeze();
  mock.clock.set('${NOON}');
};
Object.assign(globalThis, { startMock, begin, byFetch, byXhr, ask });
`;

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

interface Answered {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Reply = { readonly failed: string } | Answered;

/** A page has no coded bytes, so that nobody counts them. */
function comparable(reply: Reply | undefined): unknown {
  if (reply === undefined || 'failed' in reply || reply.headers['content-encoding'] === undefined) return reply;
  return { ...reply, headers: { ...reply.headers, 'content-length': 'of coded bytes' } };
}

/** The replies to the same requests without a page, one after the other. */
async function repliesOf(mock: Mock, asked: readonly Asked[]): Promise<readonly Reply[]> {
  const replies: Reply[] = [];
  for (const request of asked) replies.push(await replyOf(mock, request));
  return replies;
}

/** A reply to the same request without a page. */
async function replyOf(mock: Mock, { url, ...init }: Asked): Promise<Reply> {
  try {
    // A browser says it where more than reading is asked for.
    const isReading = init.method === 'GET' || init.method === 'HEAD';
    const headers = { ...init.headers, ...(!isReading && { origin: new URL(url).origin }) };
    const response = await mock.fetch(url, { ...init, headers } as RequestInit);
    const { status, statusText } = response;
    const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
    return { status, statusText, headers: Object.fromEntries(response.headers), body };
  } catch (error) {
    return { failed: (error as Error).name };
  }
}

interface Drawn extends Omit<Asked, 'url'> {
  readonly path: string;
}

const GIVEN = { authorization: 'Bearer demo-business', 'content-type': 'application/json' };

/** One for each usual status. */
const USUAL: readonly Drawn[] = [
  { method: 'GET', path: '/v1/pets', headers: GIVEN },
  { method: 'POST', path: '/v1/pets', headers: GIVEN, body: '{"name":"Rex","categoryId":9007199254740993}' },
  { method: 'OPTIONS', path: '/v1/pets', headers: {} },
  { method: 'POST', path: '/v1/pets', headers: GIVEN, body: '{"name":7,"status":"no","categoryId":1.5}' },
  { method: 'GET', path: '/v1/pets', headers: {} },
  { method: 'GET', path: '/v1/pets/127000', headers: GIVEN },
  { method: 'PUT', path: '/v1/pets', headers: GIVEN },
  { method: 'POST', path: '/v1/pets', headers: { ...GIVEN, 'content-type': 'text/plain' }, body: 'Rex' },
];

const FAULTS: readonly FaultRule[] = [
  { status: 503 },
  { status: 429, headers: { 'Retry-After': '7', 'X-Own': 'a' } },
  { status: 200, body: { own: [1, null] } },
  { delayMs: 30, times: 1 },
  ...(
    ['CONNECTION_RESET_BY_PEER', 'EMPTY_RESPONSE', 'MALFORMED_RESPONSE_CHUNK', 'RANDOM_DATA_THEN_CLOSE'] as const
  ).map((abort) => ({ abort })),
];

const KEYS = ['demo-free', 'demo-business', 'demo-business', 'demo-revoked', 'no-such-key'];

const requests = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'GET', 'POST', 'POST', 'HEAD', 'OPTIONS', 'DELETE', 'PROPFIND'),
    path: fc.constantFrom(
      ...['/v1/pets', '/v1/pets?limit=2', '/v1/pets?limit=0', '/v1/pets?limit=x&status=no', '/v1/pets?__code=404'],
      ...['/v1/pets?status=sold&limit=1', '/v1/pets?limit=9007199254740993', '/v1/pets/1', '/v1/pets/121'],
      ...['/v1/pets/127', '/v1/pets/%ff', '/v1/pets/9223372036854775807', '/v1/nothing', '/v1'],
    ),
    key: fc.option(fc.constantFrom(...KEYS), { nil: undefined, freq: 8 }),
    type: fc.constantFrom('application/json', 'application/json', 'text/plain', undefined),
    others: fc.constantFrom<Record<string, string>>(
      ...[{}, {}, { prefer: 'code=404' }, { prefer: 'code=999' }, { 'if-none-match': '*' }, { accept: 'text/html' }],
      ...[{ 'content-encoding': 'zstd' }, { 'x-request-id': 'a b' }, { 'idempotency-key': 'k' }],
    ),
    body: fc.constantFrom(
      ...['{"name":"Rex","categoryId":1}', '{"name":"Rex","categoryId":9007199254740993,"status":"sold"}'],
      ...['{"name":"Rex"}', '{"name":7,"categoryId":"x","status":"no"}', '{"name":"Zoë 🐾","categoryId":2}'],
      ...['{"name":', '[]', 'null', '', '{"name":"x","name":"y","categoryId":1}', `{"name":"${'long '.repeat(100)}"}`],
    ),
  })
  .map(
    ({ method, path, key, type, others, body }): Drawn => ({
      ...{ method, path },
      headers: {
        ...others,
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(type !== undefined && method === 'POST' && { 'content-type': type }),
      },
      ...(method === 'POST' && { body }),
    }),
  );

describeInBrowser('the mock in the page', (open, complaints) => {
  let server: Server;
  let origin: string;
  /** What the server was asked for. */
  const asked: string[] = [];
  beforeAll(async () => {
    const files: Readonly<Record<string, readonly [type: string, content: string | Buffer]>> = {
      '/': ['text/html', '<!doctype html><title>Page</title><script type="module" src="main.js"></script>'],
      '/main.js': ['text/javascript', SCRIPT],
      '/browser.mjs': ['text/javascript', BUNDLE],
      '/console.mjs': ['text/javascript', readFileSync(packageFile('dist/lib/console.mjs'))],
      '/v10/other.json': ['application/json', '{"from":"the server"}'],
    };
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const [type, content] = files[request.url ?? ''] ?? ['text/plain', undefined];
      const headers = { 'Content-Type': type, 'Content-Security-Policy': POLICY };
      response.writeHead(content === undefined ? 204 : 200, headers).end(content);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** A page whose script is loaded, with a mock that begins at noon. */
  async function started(options = {}): Promise<Page> {
    // Its load waits for its modules.
    const page = await open(origin);
    await page.evaluate(`begin(${JSON.stringify(options)})`);
    return page;
  }

  /** Sends the same requests to both, and compares the replies. @returns their statuses, or how they failed */
  async function compare(page: Page, mock: Mock, way: string, asked: readonly Drawn[]): Promise<readonly unknown[]> {
    const wanted = asked.map(({ path, ...request }): Asked => ({ ...request, url: origin + path }));
    const [found, expected] = await Promise.all([
      page.evaluate<readonly Reply[]>(`ask(${JSON.stringify(wanted)}, ${way})`),
      repliesOf(mock, wanted),
    ]);
    for (const [index, request] of wanted.entries()) {
      const [reply, other] = [comparable(found[index]), comparable(expected[index])];
      expect({ request, reply }).toEqual({ request, reply: other });
    }
    return expected.map((reply) => ('status' in reply ? reply.status : reply.failed));
  }

  async function createdAtNoon(options = {}): Promise<Mock> {
    const mock = await createMock(options);
    mock.clock.freeze();
    mock.clock.set(NOON);
    return mock;
  }

  test.each(['byFetch', 'byXhr'])('replies as without a page: %s', async (way) => {
    const [page, mock] = await Promise.all([started(), createdAtNoon()]);
    const seen = new Set<unknown>();
    for (const asked of [USUAL, ...fc.sample(fc.array(requests, { minLength: 20, maxLength: 60 }), rounds(100))]) {
      for (const one of await compare(page, mock, way, asked)) seen.add(one);
    }
    expect([...seen]).toEqual(expect.arrayContaining([200, 201, 204, 400, 401, 404, 405, 415, 429]));
    await mock.close();
  });

  test('and where the document leaves things open', async () => {
    const page = await started();
    for (let vary = 1; vary <= rounds(40); vary += 1) {
      const options = { vary, seed: vary };
      await page.evaluate(`mock.close().then(() => begin(${JSON.stringify(options)}))`);
      const mock = await createdAtNoon(options);
      const asked = fc.sample(requests, { seed: vary, numRuns: 10 });
      await compare(page, mock, 'byFetch', [...USUAL, ...asked]);
      await mock.close();
    }
    // Some of what it chooses takes its time.
  }, 600_000);

  test.each(['byFetch', 'byXhr'])('and under faults: %s', async (way) => {
    const [page, mock] = await Promise.all([started(), createdAtNoon()]);
    const asked = USUAL.slice(0, 2);
    for (const rule of FAULTS) {
      await page.evaluate(`mock.faults.add(${JSON.stringify(rule)})`);
      await mock.faults.add(rule);
      await compare(page, mock, way, asked);
      await page.evaluate('mock.faults.clear()');
      await mock.faults.clear();
    }
    await mock.close();
  });

  test('what is not below the base URL goes its way', async () => {
    const page = await started();
    const asked = [`${origin}/v10/other.json`, '/v10/other.json', '/v1x', 'v10/other.json'];
    const wanted = asked.map((url) => ({ method: 'GET', url, headers: {} }));
    for (const way of ['byFetch', 'byXhr']) {
      const replies = await page.evaluate<readonly Reply[]>(`ask(${JSON.stringify(wanted)}, ${way})`);
      expect(replies.map((reply) => 'body' in reply && [reply.status, reply.body])).toEqual([
        [200, '{"from":"the server"}'],
        [200, '{"from":"the server"}'],
        [204, ''],
        [200, '{"from":"the server"}'],
      ]);
    }
    await page.evaluate('mock.close()');
    const [after] = await page.evaluate<readonly Reply[]>(
      `ask([{ method: 'GET', url: '/v1/pets', headers: {} }], byXhr)`,
    );
    expect(after).toMatchObject({ status: 204 });
  });

  test('clock, faults, allowances, sessions and the journal are at hand', async () => {
    const page = await started({ fixtures: { pets: [{ id: 5, name: 'Rex', categoryId: 1 }] } });
    expect(
      await page.evaluate(`(async () => {
        const headers = { authorization: 'Bearer demo-free' };
        const status = async (path = '/v1/pets', init = { headers }) => (await fetch(path, init)).status;
        const found = [await (await fetch('/v1/pets', { headers })).json()];
        await mock.faults.add({ status: 503, times: 1 });
        found.push(await status(), await status());
        await mock.allowances.set('free', { left: { minute: 0 } });
        found.push(await status());
        mock.clock.advance(60);
        found.push(await status());
        const session = await mock.session();
        found.push(await status('/v1/pets', { headers: { authorization: 'Bearer ' + session.apiKeys.free } }));
        found.push((await mock.requests({ status: 503 })).length, (await session.requests()).length);
        found.push(await mock.faults.add({ status: 7 }).catch((error) => error.name));
        found.push(await startMock({ fixture: 1 }).catch((error) => error.message.slice(0, 40)));
        return found;
      })()`),
    ).toEqual([
      [{ id: 5, name: 'Rex', categoryId: 1 }],
      ...[503, 200, 429, 200, 200, 1, 1, 'TypeError'],
      'startMock: there is no option "fixture".',
    ]);
  });

  test('the control plane answers below /__admin, with its streams', async () => {
    const page = await started();
    expect(
      await page.evaluate(`(async () => {
        const reader = (await fetch('/__admin/requests/stream')).body.getReader();
        await fetch('/v1/pets', { headers: { authorization: 'Bearer demo-business' } });
        let text = '';
        while (!text.includes('listPets')) text += new TextDecoder().decode((await reader.read()).value);
        await reader.cancel();
        const clock = await fetch('/__admin/clock', { method: 'PUT', body: '{"action":"advance","seconds":60}' });
        return [clock.status, (await clock.json()).now, mock.clock.now()];
      })()`),
    ).toEqual([200, '2026-11-19T12:01:00.000Z', Date.parse('2026-11-19T12:01:00Z')]);
  });

  test('a document and keys of the page itself make another mock, and what does not fit is said', async () => {
    const page = await started();
    const { paths, ...document } = JSON.parse(BAKED_DOCUMENT);
    paths['/pets'].get.operationId = 'listAnimals';
    // A fault of a document is put right as it is without a page.
    paths['/pets'].post.responses['999'] = { description: 'No status.' };
    const given = { document: { ...document, paths }, keys: [{ name: 'mine', key: 'my-key', plan: 'Free' }] };
    expect(
      await page.evaluate(`(async () => {
        await mock.close();
        const given = ${JSON.stringify(given)};
        const mine = await startMock({ ...given, fixtures: 'none' });
        const headers = { authorization: 'Bearer my-key' };
        const found = [await (await fetch('/v1/pets', { headers })).json()];
        found.push((await fetch('/v1/pets', { headers: { authorization: 'Bearer demo-free' } })).status);
        found.push((await mine.requests())[0].operationId, (await mine.allowances.list()).map(({ name }) => name));
        found.push(mine.warnings.join(' ').includes('responses/999'), mock.warnings);
        await mine.close();
        const failed = async (options) => startMock(options).then(() => 'started', (error) => error.message);
        found.push((await failed({ ...given, strict: true })).includes('responses/999'));
        found.push(await failed({ document: 'api.yaml' }), await failed({ keys: [{ name: 'mine' }] }));
        found.push(await failed({ document: { ...given.document, servers: [{ url: 'https://api.example' }] } }));
        return found;
      })()`),
    ).toEqual([
      [],
      ...[401, 'listAnimals', ['mine', 'address 127.0.0.1'], true, []],
      true,
      'startMock: the option "document" must be an OpenAPI document as an object, not "api.yaml".',
      expect.stringMatching(/^keys#\/0\/plan: /),
      expect.stringMatching(/^startMock: the document's server has no path, .* https:\/\/api\.example\.$/),
    ]);
  });

  test('a state stays when the page is loaded anew, and goes to another mock as a file', async () => {
    const page = await open(origin);
    const created = await page.evaluate(`(async () => {
      globalThis.mock = await startMock({ state: 'shop' });
      mock.clock.advance(3600);
      const headers = { authorization: 'Bearer demo-business', 'content-type': 'application/json' };
      const reply = await fetch('/v1/pets', { method: 'POST', headers, body: '{"name":"Rex","categoryId":9007199254740993}' });
      const { id } = await reply.json();
      await mock.close();
      return id;
    })()`);
    await page.reload();
    const [record, ahead, state] = await page.evaluate<readonly [string, number, string]>(`(async () => {
      globalThis.mock = await startMock({ state: 'shop' });
      const headers = { authorization: 'Bearer demo-business' };
      const record = await (await fetch('/v1/pets/${created}', { headers })).text();
      return [record, Math.round((mock.clock.now() - Date.now()) / 1000), await mock.exportState()];
    })()`);
    expect([record, ahead]).toEqual(['{"id":127,"name":"Rex","categoryId":9007199254740993}', 3600]);
    const other = await page.context().newPage();
    await other.goto(origin);
    expect(await other.evaluate(`startMock({ state: 'shop' }).catch(({ message }) => message)`)).toMatch(
      /^shop: is in use by another tab\. /,
    );
    const file = join(mkdtempSync(join(tmpdir(), 'animal-store-page-')), 'world.json');
    writeFileSync(file, state);
    const { baseUrl, exported } = await startedFrom(file);
    expect(await (await fetch(`${baseUrl}/pets/127`, { headers: GIVEN })).text()).toBe(record);
    const text = await exported();
    await other.evaluate(`startMock().then((mock) => Object.assign(globalThis, { mock }))`);
    await other.evaluate(`mock.importState(${JSON.stringify(text)})`);
    expect(
      await other.evaluate(
        `fetch('/v1/pets/127', { headers: { authorization: 'Bearer demo-business' } }).then((reply) => reply.text())`,
      ),
    ).toBe(record);
  });

  test('redirects are followed', async () => {
    const page = await started();
    expect(
      await page.evaluate(`(async () => {
        const headers = { authorization: 'Bearer demo-business', 'content-type': 'application/json' };
        const found = [];
        const to = (status, Location) => mock.faults.add({ status, headers: { Location }, times: 1 });
        const ask = async (init) => {
          const response = await fetch('/v1/pets#top', { headers, ...init }).catch((error) => error);
          if (response instanceof Error) return found.push(response.name);
          found.push([response.url.replace(location.origin, ''), response.status, response.redirected, await response.text()]);
        };
        await to(302, '/v1/pets/1');
        await ask({ method: 'POST', body: '{}' });
        await to(307, '/v10/other.json');
        await ask();
        await to(308, '/v1/pets/1');
        await ask({ method: 'POST', body: '{}' });
        await to(301, '/v1/pets/1');
        await ask({ redirect: 'error' });
        await to(301, '/v1/pets/1');
        await ask({ redirect: 'manual' });
        return found;
      })()`),
    ).toEqual([
      ['/v1/pets/1', 200, true, RECORD],
      ['/v10/other.json', 200, false, '{"from":"the server"}'],
      ...['TypeError', 'TypeError'],
      ['/v1/pets', 0, false, ''],
    ]);
  });

  test('a delayed reply can be aborted, and a lost connection is an error', async () => {
    const page = await started();
    expect(
      await page.evaluate(`(async () => {
        const headers = { authorization: 'Bearer demo-business' };
        await mock.faults.add({ delayMs: 60_000 });
        const aborter = new AbortController();
        const asked = fetch('/v1/pets', { headers, signal: aborter.signal }).catch((error) => error.name);
        setTimeout(() => aborter.abort(), 20);
        const found = [await asked];
        const events = (act, timeout = 0) => new Promise((resolve) => {
          const xhr = new XMLHttpRequest();
          const seen = [];
          const types = ['readystatechange', 'loadstart', 'progress', 'load', 'error', 'abort', 'timeout', 'loadend'];
          for (const type of types) xhr.addEventListener(type, () => seen.push(type + xhr.readyState));
          for (const type of types.slice(1)) xhr.upload.addEventListener(type, () => seen.push('upload ' + type));
          xhr.addEventListener('loadend', () => setTimeout(() => resolve([...seen, xhr.status]), 20));
          xhr.open('POST', '/v1/pets');
          xhr.timeout = timeout;
          xhr.setRequestHeader('authorization', headers.authorization);
          xhr.setRequestHeader('content-type', 'application/json');
          xhr.send('{"name":"Rex","categoryId":1}');
          setTimeout(() => act(xhr), 20);
        });
        found.push(await events((xhr) => xhr.abort()), await events(() => {}, 30));
        await mock.faults.clear();
        found.push(await events(() => {}));
        await mock.faults.add({ abort: 'CONNECTION_RESET_BY_PEER' });
        found.push(await events(() => {}), await fetch('/v1/pets', { headers }).catch((error) => error.name));
        return found;
      })()`),
    ).toEqual([
      'AbortError',
      [...BEGUN, ...SENT, 'readystatechange4', 'abort4', 'loadend4', 0],
      [...BEGUN, ...SENT, 'readystatechange4', 'timeout4', 'loadend4', 0],
      [
        ...[...BEGUN, ...SENT, 'readystatechange2', 'readystatechange3', 'progress3'],
        ...['readystatechange4', 'load4', 'loadend4', 201],
      ],
      [...BEGUN, ...SENT, 'readystatechange4', 'error4', 'loadend4', 0],
      'TypeError',
    ]);
  });

  test('XMLHttpRequest gives a body in each form, and waits for none', async () => {
    const page = await started();
    expect(
      await page.evaluate(`(async () => {
        const forms = ['', 'text', 'json', 'blob', 'arraybuffer', 'document'];
        const given = forms.map((type) => new Promise((resolve) => {
          const xhr = new XMLHttpRequest();
          xhr.open('GET', '/v1/pets/1');
          xhr.responseType = type;
          xhr.setRequestHeader('authorization', 'Bearer demo-business');
          xhr.onload = async () => {
            const { response } = xhr;
            if (response instanceof Blob) return resolve([response.type, await response.text()]);
            resolve(response instanceof ArrayBuffer ? new TextDecoder().decode(response) : response);
          };
          xhr.send();
        }));
        const waiting = new XMLHttpRequest();
        let refused;
        try { waiting.open('GET', '/v1/pets', false); } catch (error) { refused = error.name; }
        return [...(await Promise.all(given)), refused, waiting instanceof EventTarget];
      })()`),
    ).toEqual([
      RECORD,
      RECORD,
      JSON.parse(RECORD),
      ['application/json', RECORD],
      RECORD,
      null,
      'InvalidAccessError',
      true,
    ]);
  });

  test('shows the console over the page at the press of a key, and nothing of it is loaded before', async () => {
    asked.length = 0;
    const page = await started({ consoleKey: 'Alt+M' });
    const ask = (body: string) =>
      page.evaluate(
        `fetch('/v1/pets', { method: 'POST', headers: ${JSON.stringify(GIVEN)}, body: ${JSON.stringify(body)} }).then(() => {})`,
      );
    await ask('{"name":"Rex","categoryId":1}');
    expect(asked).toEqual(['/', '/main.js', '/browser.mjs']);
    await page.keyboard.press('Alt+m');
    const shown = page.frameLocator('iframe[title="Mock console"]');
    await shown.locator('tr').getByText('201').first().waitFor();
    expect(asked).toEqual(['/', '/main.js', '/browser.mjs', '/console.mjs']);
    await ask('{"name":"Late","categoryId":1}');
    await shown.locator('tr').getByText('201').nth(1).waitFor();
    const inside = "document.querySelector('iframe').contentDocument";
    expect(await page.evaluate(`getComputedStyle(${inside}.querySelector('td')).fontSize`)).toBe('14px');
    await shown.getByRole('button', { name: '+1 h' }).click();
    await shown.getByText('13:00:00').first().waitFor();
    expect(await page.evaluate('new Date(mock.clock.now()).getUTCHours()')).toBe(13);
    // The focus goes back to the row.
    await shown.locator('[data-request="2"]').click();
    await shown.getByText('"Late"').first().waitFor();
    await page.keyboard.press('Escape');
    expect(await page.evaluate(`${inside}.activeElement.dataset.request`)).toBe('2');
    await page.keyboard.press('Alt+m');
    await page.locator('iframe').waitFor({ state: 'detached' });
    await page.evaluate('mock.openConsole()');
    await shown.getByRole('button', { name: 'Close' }).last().click();
    await page.locator('iframe').waitFor({ state: 'detached' });
    expect([await page.title(), await page.evaluate('location.pathname + location.search')]).toEqual(['Page', '/']);
    await page.evaluate('mock.openConsole().then(() => mock.close())');
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await page.evaluate('mock.openConsole().catch(({ message }) => message)')).toContain('is closed');
    expect(asked.length).toBe(4);
  });

  test('forms and files arrive as from a browser', async () => {
    const page = await started();
    expect(
      await page.evaluate(`(async () => {
        const headers = { authorization: 'Bearer demo-business' };
        const form = new FormData();
        form.append('name', 'Rex');
        form.append('photo', new File(['\\u0000\\u00ff'], 'a.bin'));
        const bodies = [form, new URLSearchParams({ name: 'Rex' }), new Blob(['{}'], { type: 'application/json' })];
        const statuses = [];
        for (const body of bodies) statuses.push((await fetch('/v1/pets', { method: 'POST', headers, body })).status);
        return statuses;
      })()`),
    ).toEqual([415, 415, 400]);
    expect(complaints()).toEqual([]);
  });
});

/** A mock with a port that a file keeps. */
async function startedFrom(file: string) {
  const mock = await startMock({ state: file });
  const exported = async (): Promise<string> => {
    await mock.close();
    return readFileSync(file, 'utf8');
  };
  return { baseUrl: mock.baseUrl, exported };
}

const RECORD = '{"id":1,"name":"Biscuit","categoryId":1,"status":"available"}';
const BEGUN = ['readystatechange1', 'loadstart1', 'upload loadstart'];
const SENT = ['upload progress', 'upload load', 'upload loadend'];
