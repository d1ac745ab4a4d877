import { describeClock } from '../stores/clock.behaviour';
import { createMemoryClock } from './clock';

describeClock('a clock in memory', createMemoryClock);

it('follows the real time of the machine where none is given', () => {
  const before = Date.now();
  const now = createMemoryClock().now();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});
