import { createMock } from '../../index';

test('time that a test fakes is that of the program under test, and not the mock’s', async () => {
  const before = Date.now();
  jest.useFakeTimers({ now: Date.UTC(2040, 0, 1) });
  try {
    const mock = await createMock();
    const session = await mock.session();
    for (const { clock } of [mock, session]) {
      expect(clock.now()).toBeGreaterThanOrEqual(before);
      expect(clock.now()).toBeLessThan(Date.UTC(2040, 0, 1));
    }
  } finally {
    jest.useRealTimers();
  }
});
