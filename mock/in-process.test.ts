import { startMock } from './index';

test('the shop is told to wait when the minute is used up', async () => {
  const mock = await startMock();
  try {
    await mock.allowances.set('free', { left: { minute: 0 } });
    const reply = await fetch(`${mock.baseUrl}/pets`, { headers: { authorization: 'Bearer demo-free' } });
    expect(reply.status).toBe(429);
  } finally {
    await mock.close();
  }
});
