/** @modules own: it is about the first time that they read a file. */

import { readFileSync, statSync } from 'node:fs';
import { packageFile } from '../../openapi/package/package-file';
import { createMock, type StartedMock, startMock } from '../index';
import { editedDocument } from '../testing/edited';

let mock: StartedMock;
const ask = (path: string, method = 'GET') => fetch(new URL(path, mock.baseUrl), { method, redirect: 'manual' });
const built = (file: string): string => packageFile(`dist/pages/${file}`);

const [HTML, SCRIPT, STYLE] = ['text/html', 'text/javascript', 'text/css'].map((type) => `${type}; charset=utf-8`);
const FILES = [
  ['/__admin/', 'console/index.html', HTML],
  ['/__admin/main.js', 'console/main.js', SCRIPT],
  ['/__admin/style.css', 'console/style.css', STYLE],
  ['/docs/', 'docs/index.html', HTML],
  ['/docs/main.js', 'docs/main.js', SCRIPT],
  ['/docs/style.css', 'docs/style.css', STYLE],
  ['/home/main.js', 'home/main.js', SCRIPT],
  ['/home/style.css', 'home/style.css', STYLE],
] as const;

/** Files and replies of this origin alone, nothing inline, and no frame around it. */
const SAFE = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Has every file of a page fail with this error, from before the mock starts until what is done is done. */
async function withoutPages<T>(code: string, act: () => Promise<T>): Promise<T> {
  const files = jest.requireActual<typeof import('node:fs')>('node:fs');
  const { readFileSync } = files;
  const failing = jest.spyOn(files, 'readFileSync').mockImplementation((file, options) => {
    if (!/\/dist\/pages\//.test(String(file))) return readFileSync(file, options);
    throw Object.assign(new Error(`${code}: ${String(file)}`), { code });
  });
  mock ??= await startMock();
  return act().finally(() => failing.mockRestore());
}
afterAll(() => mock?.close());

// First, since what has been read is kept.
test.each([
  ['ENOENT', 'This page has not been built. Run "npm run build" and ask again.\n', null],
  ['EMFILE', "This page can't be read at present (EMFILE). Ask again in a second.\n", '1'],
])('a page whose files give %s says what to do, and no more', async (code, text, retryAfter) => {
  const written = jest.spyOn(process.stderr, 'write');
  await withoutPages(code, async () => {
    for (const [path] of FILES) {
      const response = await ask(path);
      const { headers } = response;
      expect([response.status, headers.get('content-type'), headers.get('retry-after'), await response.text()]).toEqual(
        [503, 'text/plain; charset=utf-8', retryAfter, text],
      );
      expect(Object.fromEntries(headers)).toMatchObject(SAFE);
    }
  });
  expect(written.mock.calls.join()).not.toContain(code);
  written.mockRestore();
});

test.each(FILES)('%s is what was built, by GET and HEAD, as soon as it is there and from then on', async (...row) => {
  const [path, file, mediaType] = row;
  const [got, kept] = [await ask(path), await withoutPages('EMFILE', () => ask(path))];
  const text = readFileSync(built(file), 'utf8');
  expect([got.status, await got.text(), await kept.text()]).toEqual([200, text, text]);
  const shown = { ...SAFE, 'content-type': mediaType, 'content-length': String(Buffer.byteLength(text)) };
  expect(Object.fromEntries(got.headers)).toMatchObject(shown);
  expect(got.headers.has('access-control-allow-origin')).toBe(false);
  const head = await ask(path, 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(Object.fromEntries(head.headers)).toMatchObject(shown);
  // Of the control plane nothing is kept by browsers, and no key has an allowance.
  const isControl = path.startsWith('/__admin/');
  expect([got.headers.get('cache-control'), got.headers.get('x-ratelimit-remaining')]).toEqual(
    isControl ? ['no-store', null] : [null, '60'],
  );
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const refused = await ask(path, method);
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, `GET, HEAD${isControl ? '' : ', OPTIONS'}`]);
    expect(await refused.json()).toMatchObject({ code: 'method_not_allowed' });
  }
});

test.each([
  ['console', 90_000],
  ['docs', 110_000],
])('the page of the %s is there at once, with its own files and nothing inline', (page, most) => {
  expect(statSync(built(`${page}/main.js`)).size).toBeLessThan(most);
  const text = readFileSync(built(`${page}/index.html`), 'utf8');
  const named = [...text.matchAll(/(?:src|rel="\w+" href)="([^"]*)"/g)].map(([, name]) => name);
  expect(named.sort()).toEqual(['data:,', 'main.js', 'style.css']);
  expect(text).not.toMatch(/<script[^>]*>[^<]|<style|\sstyle=|\son\w+=|https?:/i);
});

test.each([
  ['/__admin', '__admin/'],
  ['/__admin?session=session-1', '__admin/?session=session-1'],
  ['/docs', 'docs/'],
])('%s leads to %s, relative to the address that the browser has', async (path, location) => {
  for (const method of ['GET', 'HEAD']) {
    const response = await ask(path, method);
    expect([response.status, response.headers.get('location')]).toEqual([308, location]);
  }
  expect((await fetch(new URL(path, mock.baseUrl))).url).toBe(new URL(location, new URL('/', mock.baseUrl)).href);
});

test.each([
  ...['/__admin/index.html', '/__admin/main.js/', '/__admin/main.js.map', '/__admin/constructor', '/__admin/__proto__'],
  ...['/__admin/%2e%2e/prevalidated.json', '/__admin/..%2fprevalidated.json', '/docs/package.json', '/docs/__proto__'],
  ...['/home/', '/home/index.html'],
])('there is no page at %s', async (path) => {
  const response = await ask(path);
  expect([response.status, await response.json()]).toEqual([404, expect.objectContaining({ status: 404 })]);
});

test('the reference has the demo key and the console, but no key of the user and no console that is off', async () => {
  expect(await (await ask('/docs/config.json')).json()).toEqual({
    document: '../openapi.json',
    prefix: '/v1',
    console: '../__admin/',
    demoKey: 'demo-free',
  });
  const own = await createMock({ keys: packageFile('fixtures/api-keys.json'), admin: false });
  const config = await own.fetch('/docs/config.json');
  expect(await config.json()).toEqual({ document: '../openapi.json', prefix: '/v1' });
});

test('the contract may have a path of a page itself', async () => {
  const document = editedDocument((edited) => {
    edited.servers = [];
    edited.paths['/docs'] = { get: { security: [], responses: { 204: { description: 'Done.' } } } };
  });
  expect((await (await createMock({ document })).fetch('/docs')).status).toBe(204);
});
