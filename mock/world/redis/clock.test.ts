import { describeClock } from '../stores/clock.behaviour';
import { createSharedClock } from './clock';

describeClock('a shared clock', (real) => createSharedClock(async () => true, real));

test('a shared clock makes its move again from where another process has left it', async () => {
  const clock = createSharedClock(
    async (place) => {
      if ('frozenAt' in place) return true;
      clock.goTo({ frozenAt: 1000 });
      return false;
    },
    () => 0,
  );
  clock.advance(1);
  expect(clock.now()).toBe(1000);
  await clock.settled();
  expect([clock.frozen, clock.now()]).toEqual([true, 2000]);
});

test('a shared clock tells whoever waits that a move could not be told, once', async () => {
  const clock = createSharedClock(
    async () => {
      throw new Error('out of reach');
    },
    () => 0,
  );
  clock.advance(1);
  await expect(clock.settled()).rejects.toThrow('out of reach');
  await clock.settled();
});
