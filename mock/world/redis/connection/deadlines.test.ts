import type { Deadline } from '../../stores/admission';
import { createDeadlines } from './deadlines';

/** For so many ticks the command has been waiting that waits longest. */
const SLOW = 5;

test('a deadline ends what waits for Redis alone, and counts no tick of what waits for something besides', async () => {
  const { withDeadline, tick } = createDeadlines(4);
  const deadlines: Deadline[] = [];
  const ended: string[] = [];
  const begin = (name: string) =>
    withDeadline((deadline) => {
      deadlines.push(deadline);
      return new Promise<never>(() => {});
    }).catch(({ message }: Error) => ended.push(`${name}: ${message}`));
  void begin('paused');
  void begin('waiting');
  const [paused, waiting] = deadlines as [Deadline, Deadline];
  const isOver = (deadline: Deadline): boolean => {
    try {
      deadline.throwIfOver();
      return false;
    } catch {
      return true;
    }
  };
  // Such as a body that is read while a fault delays the request.
  const [body, delay] = [resolvable(), resolvable()];
  const both = [paused.excluded(body.promise), paused.excluded(delay.promise)];
  tick([SLOW, SLOW]);
  await Promise.resolve();
  expect([ended.length, isOver(paused), isOver(waiting)]).toEqual([1, false, true]);
  expect(ended[0]).toBe('waiting: Redis, where this mock stores everything, does not answer in time.');
  body.resolve(1);
  expect(await both[0]).toBe(1);
  for (let ticks = 0; ticks < 9; ticks += 1) tick([SLOW, SLOW]);
  expect(isOver(paused)).toBe(false);
  delay.resolve(2);
  expect(await both[1]).toBe(2);
  for (let ticks = 0; ticks < 3; ticks += 1) tick([SLOW, SLOW]);
  // One server of two answers: that may be the one that it asks.
  for (let ticks = 0; ticks < 9; ticks += 1) tick([SLOW, 0]);
  expect(isOver(paused)).toBe(false);
  tick([SLOW, SLOW]);
  expect(isOver(paused)).toBe(true);
});

function resolvable(): { readonly promise: Promise<number>; resolve(value: number): void } {
  let resolve = (_: number): void => {};
  const promise = new Promise<number>((done) => {
    resolve = done;
  });
  return { promise, resolve: (value) => resolve(value) };
}
