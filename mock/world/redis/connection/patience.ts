import type { InTime, Waiting } from '../../stores/in-time';
import { tooSlow } from './refusals';

/** How long Redis has kept those waiting who ask it for something, and whom it has kept too long. */
interface Patience {
  readonly inTime: InTime;
  /**
   * Is called by a timer.
   *
   * @param oldest for how many ticks the command has been waiting that waits longest; 0 where none does
   */
  tick(oldest: number): void;
}

interface Waiter extends Waiting {
  isOver: boolean;
  /** At how many ticks of waiting in all it has waited too long. */
  readonly due: number;
  reject(reason: Error): void;
}

/** A command that has been sent since the last tick but one may be answered as fast as ever. */
const FAST = 2;

/**
 * Nobody measures the commands of one request: while any command is kept waiting, all that ask for something are. So a
 * request costs no more than an entry in a list, and what it waits for besides, such as its body, does not count.
 *
 * @param most how many ticks a request may be kept waiting
 */
export function createPatience(most: number): Patience {
  /** How many ticks there were at which a command had been waiting for long. */
  let waited = 0;
  let sinceFast = 0;
  /** In the order in which they began, which is that in which they are over. */
  const waiters = new Set<Waiter>();
  return {
    inTime(work) {
      return new Promise((resolve, reject) => {
        const waiter = { isOver: false, due: waited + most, reject };
        waiters.add(waiter);
        work(waiter).then(
          (result) => {
            waiters.delete(waiter);
            resolve(result);
          },
          (error: unknown) => {
            waiters.delete(waiter);
            reject(error);
          },
        );
      });
    },
    tick(oldest) {
      if (oldest < FAST) {
        sinceFast = 0;
        return;
      }
      // It was waiting before that was known.
      waited += sinceFast === 0 ? oldest : 1;
      sinceFast += 1;
      for (const waiter of waiters) {
        if (waiter.due > waited) break;
        waiters.delete(waiter);
        waiter.isOver = true;
        waiter.reject(tooSlow());
      }
    },
  };
}
