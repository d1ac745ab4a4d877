import type { InTime, Waiting } from '../../stores/in-time';
import { tooSlow } from './replies';

/** How long Redis has kept those waiting who ask it for something, and whom it has kept too long. */
interface Patience {
  readonly inTime: InTime;
  /**
   * Is called by a timer.
   *
   * @param waits of each server, for how many ticks the command has been waiting that waits longest; 0 where none does
   */
  tick(waits: readonly number[]): void;
}

interface Waiter extends Waiting {
  isOver: boolean;
  /** At how many ticks of waiting in all it has waited too long. */
  due: number;
  /** For how many things besides it waits. */
  pauses: number;
  reject(reason: Error): void;
}

/** A command that has been sent since the last tick but one may be answered as fast as ever. */
const FAST = 2;

/**
 * Nobody measures the commands of one request: while any command is kept waiting, all that ask for something are, but for those
 * that say that they wait for something besides. So a request costs no more than an entry in a list.
 *
 * @param most how many ticks a request may be kept waiting
 */
export function createPatience(most: number): Patience {
  /** How many ticks there were at which a command had been waiting for long. */
  let waited = 0;
  let sinceFast = 0;
  const waiters = new Set<Waiter>();
  return {
    inTime(work) {
      return new Promise((resolve, reject) => {
        let pausedAt = 0;
        const waiter: Waiter = {
          isOver: false,
          due: waited + most,
          pauses: 0,
          reject,
          pause() {
            if (waiter.pauses === 0) pausedAt = waited;
            waiter.pauses += 1;
          },
          resume() {
            waiter.pauses -= 1;
            if (waiter.pauses === 0) waiter.due += waited - pausedAt;
          },
        };
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
    tick(waits) {
      // While one server of a cluster answers, whoever asks that one is not kept waiting. Nobody knows here who asks which: those
      // who ask another have the deadline of each command.
      const oldest = Math.min(...waits);
      if (oldest < FAST) {
        sinceFast = 0;
        return;
      }
      // It was waiting before that was known.
      waited += sinceFast === 0 ? oldest : 1;
      sinceFast += 1;
      for (const waiter of waiters) {
        if (waiter.pauses > 0 || waiter.due > waited) continue;
        waiters.delete(waiter);
        waiter.isOver = true;
        waiter.reject(tooSlow());
      }
    },
  };
}
