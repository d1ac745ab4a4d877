import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../../openapi/package/package-file';
import { type StartedMock, startMock } from '../index';

const FOLDER = packageFile('dist/pages/console');
const built = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

let mock: StartedMock;
let origin: string;
beforeAll(async () => {
  mock = await startMock();
  origin = new URL(mock.baseUrl).origin;
});
afterAll(() => mock.close());

const ask = (path: string, method = 'GET') => fetch(origin + path, { method, redirect: 'manual' });

const FILES = [
  ['/__admin/', 'index.html', 'text/html; charset=utf-8'],
  ['/__admin/main.js', 'main.js', 'text/javascript; charset=utf-8'],
  ['/__admin/style.css', 'style.css', 'text/css; charset=utf-8'],
] as const;

describe.each(FILES)('the console at %s', (path, name, mediaType) => {
  it('is exactly what was built, is not cached, and is not for pages of other origins', async () => {
    const response = await ask(path);
    const shown = ['content-type', 'cache-control', 'access-control-allow-origin'].map((header) =>
      response.headers.get(header),
    );
    expect([response.status, ...shown]).toEqual([200, mediaType, 'no-store', null]);
    expect(await response.text()).toBe(built(name));
    const head = await ask(path, 'HEAD');
    const length = response.headers.get('content-length');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, length, '']);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuses %s', async (method) => {
    const response = await ask(path, method);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await response.json()).toMatchObject({ code: 'method_not_allowed', status: 405 });
  });
});

describe('the page', () => {
  it('refers only to its own files, and has nothing inline that its policy forbids', () => {
    const page = built('index.html');
    const named = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, name]) => name);
    expect(named.sort()).toEqual(['data:,', 'main.js', 'style.css']);
    expect(page).not.toMatch(/<script[^>]*>[^<]|<style|\sstyle=|\son\w+=/i);
  });

  it("is reached without the slash by a redirect relative to the browser's address", async () => {
    for (const method of ['GET', 'HEAD']) {
      const response = await ask('/__admin', method);
      expect([response.status, response.headers.get('location')]).toEqual([308, '__admin/']);
    }
    expect((await ask('/__admin?session=session-1')).headers.get('location')).toBe('__admin/?session=session-1');
    const followed = await fetch(`${origin}/__admin`);
    expect([followed.status, followed.url]).toEqual([200, `${origin}/__admin/`]);
  });

  it.each([
    '/__admin/index.html',
    '/__admin/main.js/',
    '/__admin/main.js.map',
    '/__admin/constructor',
    '/__admin/__proto__',
    '/__admin/%2e%2e/prevalidated.json',
    '/__admin/..%2fprevalidated.json',
  ])('has nothing at %s', async (path) => {
    const response = await ask(path);
    expect([response.status, await response.json()]).toEqual([404, expect.objectContaining({ status: 404 })]);
  });
});
