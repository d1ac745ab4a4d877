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
  it('is exactly what was built', async () => {
    const response = await ask(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, mediaType]);
    expect(await response.text()).toBe(built(name));
  });

  it('may load nothing from other hosts, run nothing inline, and is not framed or cached', async () => {
    const { headers } = await ask(path);
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
        const [key = '', ...sources] = directive.split(' ');
        return [key, sources.join(' ')];
      }),
    );
    expect(Object.fromEntries(policy)).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' data:",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('answers HEAD with the headers of GET', async () => {
    const [got, head] = [await ask(path), await ask(path, 'HEAD')];
    const shown = ({ status, headers }: Response) => [
      status,
      ...['content-type', 'content-length', 'content-security-policy'].map((name) => headers.get(name)),
    ];
    expect(shown(head)).toEqual(shown(got));
    expect(await head.text()).toBe('');
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
