import { OutOfBudget } from './pace';

export interface RunTimeOptions {
  readonly maxTimeMs: number;
  /** Ends the run: nothing is sent any more, and what is on its way is judged no more. */
  readonly interrupted?: AbortSignal | undefined;
  /** Called before a wait, with its end in Unix milliseconds. */
  readonly onWait: (until: number, why: string) => void;
}

/** The time that a run has: until `--max-time` is over, or it is interrupted. */
interface RunTime {
  /** @throws OutOfBudget where it is over */
  checkLeft(): void;
  /** Whether it is over before so much of it has passed. */
  endsWithin(milliseconds: number): boolean;
  /**
   * Does a job, but no longer than there is time.
   *
   * @param graceMs for how long it is waited for after an interruption
   * @throws OutOfBudget
   */
  unlessOver<T>(job: () => Promise<T>, graceMs: number): Promise<T>;
  /** @throws OutOfBudget when it would take longer than there is time */
  wait(milliseconds: number, why: string): Promise<void>;
}

const INTERRUPTED = 'the run was interrupted before';
export const TIME_IS_UP = 'the time (--max-time) was used up';
/** What Node takes no longer delay than. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** A shorter wait is not worth telling. */
const TOLD_MS = 1100;

/** The time of a run that begins now. */
export function createRunTime({ maxTimeMs, interrupted, onWait }: RunTimeOptions): RunTime {
  const deadline = Date.now() + maxTimeMs;

  const unlessOver = async <T>(job: () => Promise<T>, graceMs: number): Promise<T> => {
    if (interrupted?.aborted === true) throw new OutOfBudget(INTERRUPTED);
    let stop = (): void => {};
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new OutOfBudget(TIME_IS_UP)), Math.min(deadline - Date.now(), LONGEST_TIMER_MS));
      stop = () => void setTimeout(() => reject(new OutOfBudget(INTERRUPTED)), graceMs).unref();
      interrupted?.addEventListener('abort', stop, { once: true });
    });
    return Promise.race([over, job()]).finally(() => {
      clearTimeout(timer);
      interrupted?.removeEventListener('abort', stop);
    });
  };

  const wait = async (milliseconds: number, why: string): Promise<void> => {
    if (milliseconds <= 0) return;
    const until = Date.now() + milliseconds;
    if (until > deadline) throw new OutOfBudget(`${why} lasts longer than --max-time allows`);
    if (milliseconds > TOLD_MS) onWait(until, why);
    let timer: NodeJS.Timeout | undefined;
    const passed = () =>
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, milliseconds);
      });
    await unlessOver(passed, 0).finally(() => clearTimeout(timer));
  };

  return {
    checkLeft() {
      if (Date.now() > deadline) throw new OutOfBudget(TIME_IS_UP);
    },
    endsWithin: (milliseconds) => Date.now() + milliseconds > deadline,
    unlessOver,
    wait,
  };
}
