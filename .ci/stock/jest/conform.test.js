const { startMock } = require('animal-store-contract');
const { createMatchers } = require('animal-store-contract/matchers');

expect.extend(createMatchers());

test('a reply keeps the contract, and a wrong one does not', async () => {
  const mock = await startMock();
  const response = await fetch(`${mock.baseUrl}/pets`, { headers: { Authorization: 'Bearer demo-free' } });
  await expect(response).toConform({ method: 'GET' });
  const wrong = new Response('{}', { status: 200 });
  await expect(wrong).not.toConform({ method: 'GET', url: `${mock.baseUrl}/pets` });
  await mock.close();
});
