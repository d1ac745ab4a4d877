import type { Waiting } from '../../stores/in-time';
import { createPatience } from './patience';

/** For so many ticks the command has been waiting that waits longest. */
const SLOW = 5;

describe('the patience with a slow store', () => {
  it('ends for what waits for the store alone, and counts no tick for what waits for something besides', async () => {
    const { inTime, tick } = createPatience(4);
    const waits: Waiting[] = [];
    const ended: string[] = [];
    const begin = (name: string) => {
      const never = new Promise<never>(() => {});
      const work = (waiting: Waiting) => {
        waits.push(waiting);
        return never;
      };
      inTime(work).catch(({ message }: Error) => ended.push(`${name}: ${message}`));
    };
    begin('paused');
    begin('waiting');
    const [paused, waiting] = waits as [Waiting, Waiting];
    paused.pause();
    // Such as a body that is read while a fault delays the request.
    paused.pause();
    tick([SLOW, SLOW]);
    await Promise.resolve();
    expect([ended.length, paused.isOver, waiting.isOver]).toEqual([1, false, true]);
    expect(ended[0]).toBe('waiting: Redis, where this mock stores everything, does not answer in time.');
    paused.resume();
    for (let ticks = 0; ticks < 9; ticks += 1) tick([SLOW, SLOW]);
    expect(paused.isOver).toBe(false);
    paused.resume();
    for (let ticks = 0; ticks < 3; ticks += 1) tick([SLOW, SLOW]);
    // One server of two answers: that may be the one that it asks.
    for (let ticks = 0; ticks < 9; ticks += 1) tick([SLOW, 0]);
    expect(paused.isOver).toBe(false);
    tick([SLOW, SLOW]);
    expect(paused.isOver).toBe(true);
  });
});
