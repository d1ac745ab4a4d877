import { expect, test } from '@playwright/test';

test('finds the mock started', async ({ request }) => {
  const reply = await request.get('pets', { headers: { authorization: 'Bearer demo-free' } });
  expect(reply.status()).toBe(200);
});
