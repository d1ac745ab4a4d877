/** @modules own: it replaces one of them. */

import { describeSessions } from '../stores/sessions.behaviour';
import { createMemorySessions } from './sessions';

jest.mock('node:timers', () => jest.requireActual('../../testing/global-timers'));

describeSessions('sessions in memory', createMemorySessions);

it('has a timer for each session that is open, and no other', async () => {
  jest.useFakeTimers();
  const ended: string[] = [];
  const sessions = createMemorySessions(
    (id) => ended.push(id),
    () => Date.now(),
  );
  await sessions.open({ id: 'a', timeToLiveMs: 1000 }, 3);
  await sessions.open({ id: 'b', timeToLiveMs: 2000 }, 3);
  await sessions.open({ id: 'c', timeToLiveMs: 86_400_000 }, 3);
  expect(jest.getTimerCount()).toBe(3);
  jest.advanceTimersByTime(900);
  await sessions.use('a');
  jest.advanceTimersByTime(500);
  expect(ended).toEqual([]);
  jest.advanceTimersByTime(601);
  expect(ended.sort()).toEqual(['a', 'b']);
  expect(jest.getTimerCount()).toBe(1);
  jest.advanceTimersByTime(86_400_000);
  expect(ended).toEqual(['a', 'b', 'c']);
  expect(jest.getTimerCount()).toBe(0);
  await sessions.open({ id: 'a', timeToLiveMs: 1000 }, 3);
  await sessions.end('a');
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});
