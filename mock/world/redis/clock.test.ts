import { describeClock } from '../stores/clock.behaviour';
import { createSharedClock } from './clock';

describeClock('a shared clock', (real) => createSharedClock(async (place) => place, real));

test('a shared clock rejects once where a move could not be announced', async () => {
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

test('a shared clock is moved once, though it is read again while the move is announced', async () => {
  let told = { ahead: 0 };
  const clock = createSharedClock(
    async (place) => {
      if ('ahead' in place) told = place;
      // The answer to a question that came after the move is there before that of the move.
      clock.goTo(told);
      return told;
    },
    () => 0,
  );
  for (let move = 0; move < 3; move += 1) clock.advance(1);
  await clock.settled();
  clock.advance(1);
  await clock.settled();
  expect([clock.now(), told]).toEqual([4000, { ahead: 4000 }]);
});
