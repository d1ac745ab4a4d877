import { connectMock } from 'animal-store-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';

let session;
let baseUrl;
beforeEach(async ({ task }) => {
  const mock = await connectMock(process.env.MOCK);
  baseUrl = mock.baseUrl;
  session = await mock.session({ name: task.name });
});
afterEach(() => session?.close());

test('the mock that the global set-up started serves a session of this test', async () => {
  const headers = { authorization: `Bearer ${session.apiKeys.free}` };
  expect((await fetch(`${baseUrl}/pets?limit=1`, { headers })).status).toBe(200);
  expect(await session.requests()).toHaveLength(1);
});
