import { equal } from 'node:assert/strict';
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

for (const isNamed of [true, false]) {
  void test(`a page behind the proxy ${isNamed ? 'uses the control plane' : 'may not, where its origin is not named'}`, async () => {
    const port = await freePort();
    const page = `http://127.0.0.1:${port}`;
    const mock = await startMock({ adminOrigin: isNamed ? page : [] });
    const proxy = JSON.parse(
      JSON.stringify(config.server.proxy).replaceAll('http://127.0.0.1:4010', new URL(mock.baseUrl).origin),
    );
    const server = await createServer({ configFile: false, server: { host: '127.0.0.1', port, proxy } });
    await server.listen();
    equal(await post(page, '/__admin/reset'), isNamed ? 204 : 403);
    equal(await post(page, '/v1/pets'), 401);
    await server.close();
    await mock.close();
  });
}
