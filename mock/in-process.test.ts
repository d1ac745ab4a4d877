import { startMock } from './index';

test('the shop waits for the minute to pass', async () => {
  const mock = await startMock();
  try {
    const session = await mock.session();
    const get = () => fetch(`${mock.baseUrl}/pets`, { headers: { authorization: `Bearer ${session.apiKeys.free}` } });

    await session.allowances.set('free', { left: { minute: 0 } });
    expect((await get()).status).toBe(429);

    session.clock.advance(60);
    expect((await get()).status).toBe(200);
  } finally {
    await mock.close();
  }
});
