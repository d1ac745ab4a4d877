const sessionForEachTest = require('./session');
const shopWindow = require('./shop');

const session = sessionForEachTest();
const look = () => shopWindow(process.env.MOCK, session.current.apiKeys.free);

test('the window says that it will be back while the service is down', async () => {
  await session.current.faults.add({ status: 503 });
  expect(await look()).toBe('Back soon');
});

test('the window is open again when the minute has passed', async () => {
  await session.current.allowances.set('free', { left: { minute: 0 } });
  expect(await look()).toBe('Back soon');
  await session.current.clock.advance(60);
  expect(await look()).toContain('Biscuit');
});
