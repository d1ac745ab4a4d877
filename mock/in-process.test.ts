import { startMock } from './index';

test('the shop is told to wait when the minute is used up', async () => {
  const mock = await startMock();
  await mock.allowances.set('free', { left: { minute: 0 } });
  const reply = await fetch(`${mock.baseUrl}/pets`, { headers: { authorization: 'Bearer demo-free' } });
  await mock.close();
  expect(reply.status).toBe(429);
});
