import { expect as base, test } from '@playwright/test';
import { startMock } from 'animal-store-contract';
import { createMatchers } from 'animal-store-contract/matchers';

const expect = base.extend(createMatchers());

test('a reply keeps the contract', async ({ request }) => {
  const mock = await startMock();
  const response = await request.get(`${mock.baseUrl}/pets`, { headers: { Authorization: 'Bearer demo-free' } });
  await expect(response).toConform({ method: 'GET' });
  await mock.close();
});
