import { createMock } from 'animal-store-contract';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, test } from 'vitest';

const mock = await createMock();
const server = setupServer(
  http.all('https://shop.example.test/api/*', ({ request }) => {
    const url = request.url.replace('https://shop.example.test/api', `http://mock${mock.prefix}`);
    return mock.fetch(new Request(url, request)).catch(() => HttpResponse.error());
  }),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

const headers = { authorization: 'Bearer demo-free', 'content-type': 'application/json' };

test('another base path leads to the mock, bodies with it', async () => {
  const body = '{"name":"Rex","categoryId":9007199254740993}';
  const reply = await fetch('https://shop.example.test/api/pets?a=b', { method: 'POST', headers, body });
  expect([reply.status, await reply.text()]).toEqual([201, '{"id":127,"name":"Rex","categoryId":9007199254740993}']);
  expect(await mock.requests()).toMatchObject([{ path: '/v1/pets', query: 'a=b', request: { body } }]);
});

test('a connection that breaks is one for the program under test', async () => {
  await mock.faults.add({ abort: 'EMPTY_RESPONSE' });
  await expect(fetch('https://shop.example.test/api/pets', { headers })).rejects.toThrow('Failed to fetch');
});
