import { startMock } from 'animal-store-contract';
import { createServer } from 'vite';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let mock;
let vite;
beforeAll(async () => {
  mock = await startMock();
  process.env.MOCK = new URL(mock.baseUrl).origin;
  vite = await createServer({ server: { host: '127.0.0.1', port: 0 }, logLevel: 'silent' });
  await vite.listen();
});
afterAll(() => Promise.all([vite.close(), mock.close()]));
beforeEach(() => mock.reset());

const ask = (path, init = {}) => {
  const { port } = vite.httpServer.address();
  return fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers: { authorization: 'Bearer demo-free' } });
};

test('the page comes from Vite, and the records from the mock', async () => {
  expect(await (await ask('/')).text()).toContain('<title>Shop</title>');
  expect(await (await ask('/v1/pets?limit=1')).json()).toEqual([
    { id: 1, name: 'Biscuit', categoryId: 1, status: 'available' },
  ]);
  expect(await mock.requests()).toMatchObject([{ operationId: 'listPets', key: 'free' }]);
});

test('headers, faults and 64-bit numbers arrive as the mock sent them', async () => {
  const pets = [{ id: 1, name: 'Rex', categoryId: 9007199254740993n }];
  await mock.restore({ records: { pets } });
  const reply = await ask('/v1/pets');
  expect(reply.headers.get('x-ratelimit-limit')).toBe('60');
  expect(await reply.text()).toBe('[{"id":1,"name":"Rex","categoryId":9007199254740993}]');
  await mock.faults.add({ status: 503 });
  expect((await ask('/v1/pets')).status).toBe(503);
});
