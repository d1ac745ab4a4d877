import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { packageFile } from '../../openapi/package/package-file';
import { rounds } from '../../openapi/program/testing/long';
import { type FaultRule, type MockOptions, startMock } from '../index';
import { describeInBrowser } from '../testing/browser';

const NOON = '2026-11-19T12:00:00Z';

const BAKED_DOCUMENT: string = JSON.parse(readFileSync(packageFile('dist/baked.json'), 'utf8'))[
  'openapi/animal-store.yaml'
].json;

/** What a page sees of a reply, or how its request has failed. */
const SCRIPT = `
import { startMock } from './browser.mjs';
const byFetch = async ({ url, body, ...init }) => {
  const reply = await fetch(url, { ...init, body });
  const { type, status, ok, statusText, redirected } = reply.clone();
  const seen = { type, status, ok, statusText, redirected, url: reply.url, headers: Object.fromEntries([...reply.headers].filter(([name]) => !/^(?:connection|keep-alive)$/.test(name))) };
  return { ...seen, body: await reply.text() };
};
const byXhr = ({ url, method = 'GET', headers = {}, body, credentials }) => new Promise((resolve, reject) => {
  const xhr = new XMLHttpRequest();
  xhr.open(method, url);
  xhr.withCredentials = credentials === 'include';
  for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
  xhr.onerror = () => reject(new TypeError('failed'));
  xhr.onload = () => {
    const { status, responseText, responseURL } = xhr;
    resolve({ status, responseText, responseURL, headers: xhr.getAllResponseHeaders().replace(/^(?:connection|keep-alive): .*\\r\\n/gm, ''), visit: xhr.getResponseHeader('set-cookie') });
  };
  xhr.send(body);
});
const begin = async (options) => {
  globalThis.mock = await startMock(options);
  mock.clock.freeze();
  mock.clock.set('${NOON}');
};
const ask = (request, one) => one(request).catch((error) => ({ failed: error.name }));
const EVENTS = ['readystatechange', 'loadstart', 'progress', 'load', 'error', 'abort', 'timeout', 'loadend'];
const eventsOf = async (base, act, hasUpload) => {
  const x = new XMLHttpRequest();
  const seen = [];
  for (const type of EVENTS) x.addEventListener(type, ({ loaded, total }) => seen.push([type, x.readyState, loaded, total]));
  if (hasUpload) for (const type of EVENTS) x.upload.addEventListener(type, ({ total }) => seen.push(['upload ' + type, total]));
  // And what it began before.
  const over = new Promise((resolve) => x.addEventListener('loadend', () => setTimeout(resolve, 20)));
  act(x, base, (...words) => seen.push(words), () => x.setRequestHeader('authorization', 'Bearer demo-business'));
  await over;
  return [...seen, x.readyState, x.status, x.statusText, x.responseURL, typeof x.response];
};
Object.assign(globalThis, { startMock, begin, byFetch, byXhr, ask, eventsOf });
`;

interface Asked extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly url?: string;
  /** What the mock does to it. */
  readonly fault?: FaultRule;
}

const key = { authorization: 'Bearer demo-business' };
const json = { ...key, 'content-type': 'application/json' };
const REX = '{"name":"Rex","categoryId":1}';
const setting = (line: string): FaultRule => ({ status: 200, headers: { 'Set-Cookie': line, 'X-Own': 'hidden' } });

/** One after the other, so that cookies and allowed preflights are known to those that follow. */
const ASKED: readonly Asked[] = [
  { headers: key },
  { headers: { ...key, 'x-own': 'a', accept: 'application/json', 'accept-language': 'de' } },
  { headers: key },
  { method: 'POST', headers: json, body: REX },
  { method: 'POST', headers: json, body: '{"name":7}', credentials: 'include' },
  { method: 'POST', body: 'name=Rex', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  { method: 'PUT', headers: json, body: REX },
  { method: 'DELETE', path: '/v1/pets/1', headers: key },
  { method: 'HEAD', headers: key },
  { method: 'OPTIONS' },
  { path: '/v1/nothing' },
  { headers: key, credentials: 'omit' },
  { headers: { ...key, cookie: 'own=1', origin: 'https://own.example', 'access-control-request-method': 'GET' } },
  { mode: 'no-cors', headers: key },
  { mode: 'no-cors', method: 'POST', body: 'Rex' },
  { mode: 'same-origin' },
  { fault: setting('unseen=1; Path=/'), headers: key },
  { fault: setting('visit=1; HttpOnly'), headers: key, credentials: 'include' },
  { headers: key, credentials: 'include' },
  { headers: key },
  { fault: setting('here=2; Path=/v1/pets/2'), headers: key, credentials: 'include' },
  { path: '/v1/pets/2', headers: key, credentials: 'include' },
  { path: '/v1/pets/1', headers: key, credentials: 'include' },
  { fault: setting('visit=; Max-Age=0'), headers: key, credentials: 'include' },
  { headers: key, credentials: 'include' },
  { fault: { status: 503 }, headers: key },
  { fault: { status: 302, headers: { Location: '/v1/pets/1' } }, headers: key },
  { fault: { status: 302, headers: { Location: '/v1/pets/1' } }, headers: key, redirect: 'manual' },
  { fault: { status: 302, headers: { Location: '/v1/pets/1' } }, headers: key, redirect: 'error' },
  { fault: { status: 302, headers: { Location: '/v1/pets/1' } }, mode: 'no-cors' },
];

const SAID = fc.constantFrom('*', 'true', 'x-own, x-ratelimit-limit', 'null', 'https://other.example');

/** Requests whose headers need a preflight, or nearly, and replies that allow this or that. */
const others: fc.Arbitrary<Asked> = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'POST', 'POST', 'HEAD', 'PUT', 'PATCH', 'post', 'DELETE', 'OPTIONS'),
    headers: fc.dictionary(
      fc.constantFrom(
        'accept',
        'accept-language',
        'content-language',
        'content-type',
        'range',
        'x-own',
        'authorization',
      ),
      fc.constantFrom(
        ...[
          'text/plain',
          'TEXT/Plain; charset=UTF-8',
          'text/plainer',
          'application/json',
          'multipart/form-data; boundary=x',
        ],
        ...['application/x-www-form-urlencoded', 'de', 'de-CH;q=0.5, *', 'de_CH', 'a:b', 'é', '"a"', 'a(b)', '{}', ''],
        ...['bytes=0-', 'bytes=0-5', 'bytes=-5', 'Bearer demo-business', 'x'.repeat(128), 'x'.repeat(129)],
      ),
      { maxKeys: 3 },
    ),
    credentials: fc.constantFrom('omit', 'same-origin', 'include', undefined),
    mode: fc.constantFrom('cors', 'cors', 'no-cors', undefined),
    said: fc.option(
      fc.record(
        {
          'Access-Control-Allow-Origin': SAID,
          'Access-Control-Allow-Credentials': SAID,
          'Access-Control-Expose-Headers': SAID,
          'X-Own': SAID,
          'Set-Cookie': fc.constantFrom(
            ...['a=1; Path=/v1', 'a=; Path=/v1; Max-Age=0', 'a=1; Path=/v1; Expires=Thu, 01 Jan 1970 00:00:00 GMT'],
            ...[
              'a=1; path=/v1/',
              'a=; Path=/v1/; max-age=-1',
              'a=1; Path=/v',
              'a=1',
              'a=; Max-Age=0',
              ' a = 2 ;HttpOnly',
              'b',
            ],
            ...[
              '=b; Max-Age=0',
              ';',
              'a=1; Path=v1',
              'a=1; Max-Age=x',
              'a=1; Domain=other.example',
              'a=1; Domain=127.0.0.1',
            ],
          ),
        },
        { requiredKeys: [] },
      ),
      { freq: 3 },
    ),
  })
  .map(({ said, credentials, mode, method, headers }) => ({
    ...{ method, headers },
    ...(credentials !== undefined && { credentials }),
    ...(mode !== undefined && { mode }),
    ...(/^(?:post|put|patch)$/i.test(method) && { body: REX }),
    ...(said !== null && { fault: { status: 200, headers: said } }),
  }));

/** What a page does with an XMLHttpRequest `x`, whose events are written down; `log` writes down more. */
const DONE_WITH: Readonly<Record<string, string>> = {
  'a reply': `x.open('GET', base + '/pets/1'); auth(); x.send();`,
  'a body': `x.open('POST', base + '/pets'); auth(); x.setRequestHeader('content-type','application/json'); x.send('{"name":"a","categoryId":1}');`,
  'a file': `x.open('POST', base + '/pets'); auth(); x.send(new Blob(['{}'],{type:'application/json'}));`,
  bytes: `x.open('PUT', base + '/pets'); auth(); x.send(new Uint8Array([1,2]));`,
  parameters: `x.open('POST', base + '/pets'); auth(); x.send(new URLSearchParams({a:'b'}));`,
  HEAD: `x.open('HEAD', base + '/pets'); auth(); x.send('ignored');`,
  'a 404': `x.open('GET', base+'/nothing'); x.send();`,
  OPTIONS: `x.open('OPTIONS', base + '/pets'); x.send();`,
  'a reply as JSON': `x.open('GET', base + '/pets/1'); auth(); x.responseType='json'; x.send();`,
  'an abort at once': `x.open('GET', base + '/pets/1'); auth(); x.send(); x.abort();`,
  'an abort at the head': `x.open('GET', base + '/pets/1'); auth(); x.onreadystatechange=()=>{ if(x.readyState===2) x.abort(); }; x.send();`,
  'an abort at the end': `x.open('GET', base + '/pets/1'); auth(); x.onload=()=>{ x.abort(); log('after', x.readyState, x.status) }; x.send();`,
  'another request meanwhile': `x.open('GET', base + '/pets/1'); auth(); x.send(); x.open('GET', base + '/pets/2'); auth(); x.send();`,
  'what is done twice': `x.open('GET', base + '/pets/1'); x.send(); try { x.send() } catch(e) { log(e.name) } try { x.setRequestHeader('a','b') } catch(e) { log(e.name) }`,
  'what is not allowed': `try { x.open('G ET', base + '/pets') } catch(e) { log(e.name) } try { x.open('TRACE', base + '/pets') } catch(e) { log(e.name) } try { x.setRequestHeader('a','b') } catch(e) { log(e.name) } try { x.send() } catch(e) { log(e.name) } x.open('get', base + '/pets/1'); try { x.setRequestHeader('a b','b') } catch(e) { log(e.name) } try { x.setRequestHeader('a','b\\nc') } catch(e) { log(e.name) } x.setRequestHeader('Host','x'); x.setRequestHeader('Sec-A','x'); try { x.responseType='x'; log(x.responseType) } catch(e){log(e.name)} x.send();`,
  'what comes too late': `x.open('GET', base + '/pets/1'); auth(); x.onload=()=>{ try { x.responseType='json' } catch(e) { log(e.name) } try { x.overrideMimeType('text/plain') } catch(e) { log(e.name) } try { x.timeout=5; log('timeout set') } catch(e) { log(e.name) } try { x.withCredentials=true; log('wc') } catch(e) { log(e.name) } }; x.send(); try { x.withCredentials=true } catch(e) { log(e.name) }`,
  'a text that is none': `x.open('GET', base + '/pets/1'); auth(); x.responseType='arraybuffer'; x.onload=()=>{ try { x.responseText } catch(e) { log(e.name) } try { x.responseXML } catch(e) { log(e.name) } }; x.send();`,
  'what there is before': `log(x.readyState, x.status, x.statusText, x.responseURL, x.responseText, x.response, x.getResponseHeader('a'), x.getAllResponseHeaders()); x.open('GET', base + '/pets/1'); log(x.readyState, x.status, x.responseText, x.response, x.getResponseHeader('content-type')); auth(); x.send(); log(x.readyState)`,
  'its handlers': `x.onreadystatechange=function(e){ log('h', this===x, e.type, e.target===x, e.isTrusted===undefined) }; x.open('GET', base + '/pets/1'); auth(); x.onloadend=function(e){ log('le', e.loaded, e.total, e.lengthComputable, x.getResponseHeader('Content-Type'), x.getResponseHeader('VARY'), x.getResponseHeader('nope')) }; x.send();`,
};

/** What only a network or a browser's own settings say. */
const UNSAID =
  /^(?:host|connection|user-agent|sec-.*|accept-(?:encoding|language)|referer|content-length|accept|priority|pragma|cache-control|dnt)$/;

describeInBrowser('a page of another origin', (open, complaints) => {
  let files: Server;
  let page: Page;
  beforeAll(async () => {
    const content: Readonly<Record<string, readonly [type: string, content: string | Buffer]>> = {
      '/': ['text/html', '<!doctype html><title>Page</title><script type="module" src="main.js"></script>'],
      '/main.js': ['text/javascript', SCRIPT],
      '/browser.mjs': ['text/javascript', readFileSync(packageFile('dist/lib/browser.mjs'))],
    };
    files = createServer((request, response) => {
      const [type, body] = content[request.url ?? ''] ?? ['text/plain', ''];
      response.writeHead(200, { 'Content-Type': type }).end(body);
    });
    await new Promise<void>((listening) => files.listen(0, '127.0.0.1', listening));
  });
  afterAll(() => {
    files.closeAllConnections();
    files.close();
  });
  const originOfFiles = (): string => `http://127.0.0.1:${(files.address() as AddressInfo).port}`;

  test.each([
    ['byFetch', { cors: '*' }],
    ['byXhr', { cors: '*' }],
    ['byFetch', { cors: 'https://other.example' }],
    ['byXhr', { cors: 'https://other.example' }],
  ])('sees of the mock in it what it sees of a server: %s, %p', async (way, options: MockOptions) => {
    const server = await startMock(options);
    server.clock.freeze();
    server.clock.set(NOON);
    const { origin } = new URL(server.baseUrl);
    const drawn = fc.sample(others, rounds(400));
    const asked = [...ASKED, ...drawn].filter(
      ({ mode, redirect }) => way === 'byFetch' || (mode ?? redirect) === undefined,
    );
    const ask = ({ fault: _, path = '/v1/pets?limit=1', ...init }: Asked) =>
      page.evaluate(`ask(${JSON.stringify({ url: origin + path, ...init })}, ${way})`);

    page = await open(originOfFiles());
    const expected = [];
    for (const one of asked) {
      if (one.fault !== undefined) await server.faults.add({ ...one.fault, times: 1 });
      expected.push({ one, reply: await ask(one) });
      await server.faults.clear();
    }
    const seenByServer = await server.requests();
    await server.close();
    // The browser's, of requests to another host and of those that were refused.
    complaints();

    page = await open(originOfFiles());
    await page.evaluate(`begin(${JSON.stringify({ ...options, origin })})`);
    const found = [];
    for (const one of asked) {
      if (one.fault !== undefined)
        await page.evaluate(`mock.faults.add(${JSON.stringify({ ...one.fault, times: 1 })})`);
      found.push({ one, reply: await ask(one) });
      await page.evaluate('mock.faults.clear()');
    }
    const seenByMock = await page.evaluate<typeof seenByServer>('mock.requests()');
    expect(found).toEqual(expected);
    const told = (all: typeof seenByServer) =>
      all.map(({ method, path, status, request }) => {
        const headers = request.headers.map(({ name, value }) => [name.toLowerCase(), value] as const);
        return [method, path, status, Object.fromEntries(headers.filter(([name]) => !UNSAID.test(name)))];
      });
    expect(told(seenByMock)).toEqual(told(seenByServer));
  });

  test('has an XMLHttpRequest as of a server', async () => {
    const server = await startMock({ planLimits: false });
    const { origin } = new URL(server.baseUrl);
    const happened = async (): Promise<readonly unknown[]> => {
      const all: unknown[] = [];
      for (const [name, act] of Object.entries(DONE_WITH)) {
        // Listeners of uploads cause a preflight, which these have anyway.
        const hasUpload = /'(?:POST|PUT)'/.test(act);
        const code = `eventsOf('${server.baseUrl}', (x, base, log, auth) => { ${act} }, ${hasUpload})`;
        all.push({ name, events: await page.evaluate(code) });
      }
      return all;
    };
    page = await open(originOfFiles());
    const expected = await happened();
    await server.close();
    complaints();
    page = await open(originOfFiles());
    await page.evaluate(`begin(${JSON.stringify({ planLimits: false, origin })})`);
    expect(await happened()).toEqual(expected);
  });

  test('and its own cookies are sent to a mock of its origin', async () => {
    page = await open(originOfFiles());
    const { components, ...document } = JSON.parse(BAKED_DOCUMENT);
    components.securitySchemes = { visit: { type: 'apiKey', in: 'cookie', name: 'visit' } };
    const given = { document: { ...document, components, security: [{ visit: [] }] } };
    expect(
      await page.evaluate(`(async () => {
        await begin(${JSON.stringify(given)});
        const status = async (init) => (await fetch('/v1/pets', init)).status;
        const set = async (line) => {
          await mock.faults.add({ status: 200, headers: { 'Set-Cookie': line }, times: 1 });
          await fetch('/v1/pets');
          return [document.cookie, await status()];
        };
        const found = [await status()];
        document.cookie = 'visit=demo-business';
        found.push(await status(), await status({ credentials: 'omit' }));
        found.push(await set('visit=no-such-key; Path=/; SameSite=Lax'));
        document.cookie = 'visit=; max-age=0';
        found.push(await set('visit=demo-business; Path=/; HttpOnly'));
        found.push(await set('visit=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT'));
        found.push(await set('visit=demo-business; Path=/v1'), await set('other=1'), document.cookie);
        return found;
      })()`),
    ).toEqual([401, 200, 401, ['visit=no-such-key', 401], ['', 200], ['', 401], ['', 200], ['', 200], '']);
  });
});
