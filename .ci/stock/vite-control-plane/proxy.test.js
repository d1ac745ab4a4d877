import { equal, match } from 'node:assert/strict';
import { request } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { test } from 'node:test';
import { startMock } from 'animal-store-contract';
import { createServer } from 'vite';
import config from './vite.config.js';

/** What a page sends: `fetch` would not send the `Origin` that it is told to. */
const post = (origin, path, body) =>
  new Promise((resolve, reject) => {
    request(origin + path, { method: 'POST', headers: { origin } }, (reply) => resolve(reply.resume().statusCode))
      .once('error', reject)
      .end(body);
  });

const freePort = () =>
  new Promise((resolve) => {
    const server = createTcpServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const TARGET = 'http://127.0.0.1:4010';

for (const [title, entryFor, named, status] of [
  ['uses the control plane and the console', (target) => ({ target }), false, 204],
  ['may not change anything by the short form', (target) => target, false, 403],
  ['may by the short form where its origin is named', (target) => target, true, 204],
]) {
  void test(`a page behind the proxy ${title}`, async () => {
    const port = await freePort();
    const page = `http://127.0.0.1:${port}`;
    const mock = await startMock({ adminOrigin: named ? page : [] });
    const { origin } = new URL(mock.baseUrl);
    const proxy = Object.fromEntries(
      Object.entries(config.server.proxy).map(([path, { target }]) => [path, entryFor(target.replace(TARGET, origin))]),
    );
    const server = await createServer({ configFile: false, server: { host: '127.0.0.1', port, proxy } });
    await server.listen();
    equal(await post(page, '/__admin/reset'), status);
    equal(await post(page, '/v1/pets'), 401);
    match(await (await fetch(`${page}/__admin/`)).text(), /^<!doctype html>/i);
    await server.close();
    await mock.close();
  });
}
