import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { createMock } from '../../../mock';
import { describeInBrowser } from '../../../mock/testing/browser';
import { packageFile } from '../../package/package-file';

const FILES: Readonly<Record<string, readonly [type: string, text: string]>> = {
  '/': [
    'text/html',
    '<!doctype html><html lang="en"><title>Shop</title><script type="module" src="page.js"></script></html>',
  ],
  '/json.mjs': ['text/javascript', readFileSync(packageFile('dist/lib/json.mjs'), 'utf8')],
  '/page.js': [
    'text/javascript',
    `import { JsonError, parseJson, stringifyJson } from './json.mjs';
     const ask = async (path, init = {}) => {
       const headers = { authorization: 'Bearer demo-free', 'content-type': 'application/json' };
       return parseJson(await (await fetch(path, { ...init, headers })).text());
     };
     const body = stringifyJson({ name: 'Rex', categoryId: 9007199254740993n });
     const added = await ask('/v1/pets', { method: 'POST', body });
     const read = await ask('/v1/pets/' + added.id);
     let refused;
     try { parseJson('{"id":1'); } catch (error) { refused = error; }
     document.title = [read.categoryId, typeof read.categoryId, refused instanceof JsonError].join(' ');`,
  ],
};

describeInBrowser('animal-store-contract/json in a page', (open) => {
  let server: Server;
  beforeAll(async () => {
    const mock = await createMock();
    server = createServer((request, response) => {
      const file = FILES[request.url ?? ''];
      if (file === undefined) return mock.app(request, response);
      const policy = "default-src 'none'; script-src 'self'; connect-src 'self'";
      return response.writeHead(200, { 'Content-Type': file[0], 'Content-Security-Policy': policy }).end(file[1]);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());

  test('reads and writes 64-bit integers, also where a strict policy forbids eval', async () => {
    // The address of a server that listens at a port is no text.
    const page = await open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    // A predicate that waits in the page is evaluated there, which the policy forbids.
    while ((await page.title()) === 'Shop') await setTimeout(20);
    expect(await page.title()).toBe('9007199254740993 bigint true');
  });
});
