import type { Deadline } from '../../stores/admission';
import { StoreUnavailable } from '../../stores/store';
import { tooSlow } from './replies';

/** Until when requests wait for Redis. */
export interface Deadlines {
  /**
   * Does work that is given up where Redis keeps it waiting for too long, in all its steps together.
   *
   * @throws StoreUnavailable then; the work may go on
   */
  withDeadline<T>(work: (deadline: Deadline) => Promise<T>): Promise<T>;
  /**
   * Is called by a timer.
   *
   * @param waits of each server, for how many ticks the command has been waiting that waits longest; 0 where none does
   */
  tick(waits: readonly number[]): void;
}

/** A command that has been sent since the last tick but one may be answered as fast as ever. */
const FAST = 2;

/**
 * The commands of one request are not measured: while any command is kept waiting, all requests are, but for those that say that
 * they wait for something besides. So a deadline costs no more than an entry in a list.
 *
 * @param most how many ticks a request may be kept waiting
 */
export function createDeadlines(most: number): Deadlines {
  /** How many ticks there were at which a command had been waiting for long. */
  let waited = 0;
  let sinceFast = 0;
  const open = new Set<TickDeadline>();
  return {
    withDeadline(work) {
      return new Promise((resolve, reject) => {
        const deadline = new TickDeadline(waited + most, () => waited, reject);
        open.add(deadline);
        work(deadline)
          .finally(() => open.delete(deadline))
          .then(resolve, reject);
      });
    },
    tick(waits) {
      // While one server of a cluster answers, the requests that ask that one are not kept waiting, and it is not known here which
      // do. Those that ask another have the deadline of each command.
      const oldest = Math.min(...waits);
      if (oldest < FAST) {
        sinceFast = 0;
        return;
      }
      // It was waiting before that was known.
      waited += sinceFast === 0 ? oldest : 1;
      sinceFast += 1;
      for (const deadline of open) if (deadline.endsBy(waited)) open.delete(deadline);
    },
  };
}

/** A class, since each request has one. */
class TickDeadline implements Deadline {
  #due: number;
  readonly #ticks: () => number;
  readonly #giveUp: (reason: Error) => void;
  #isOver = false;
  /** For how many things besides Redis the request waits, and since which tick. */
  #waits = 0;
  #since = 0;

  constructor(due: number, ticks: () => number, giveUp: (reason: Error) => void) {
    this.#due = due;
    this.#ticks = ticks;
    this.#giveUp = giveUp;
  }

  throwIfOver(): void {
    if (this.#isOver) throw new StoreUnavailable('The request was answered without this.');
  }

  async excluded<T>(wait: Promise<T>): Promise<T> {
    if (this.#waits === 0) this.#since = this.#ticks();
    this.#waits += 1;
    try {
      return await wait;
    } finally {
      this.#waits -= 1;
      if (this.#waits === 0) this.#due += this.#ticks() - this.#since;
    }
  }

  /** @returns whether it is over at this tick; then the request is given up */
  endsBy(tick: number): boolean {
    if (this.#waits > 0 || this.#due > tick) return false;
    this.#isOver = true;
    this.#giveUp(tooSlow());
    return true;
  }
}
