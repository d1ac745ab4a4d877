import { createContext, Script } from 'node:vm';
import { once } from '../memo/memo';

/** Whether it is seen in time that a text matches. */
type TimedTest = (pattern: RegExp, text: string) => boolean;

/** The most milliseconds that all matching under a limit of time takes at once. */
export const MOST_MS = 100;
/** The part of a program's time that matching may take from then on. */
const SHARE = 0.1;
/** V8 counts whole milliseconds. */
export const LEAST_MS = 1;
/** How often a match is begun at most: on a busy machine its time may go by while others have the processor. */
export const TRIES = 4;

/** What a timed test reads its time from, in milliseconds. */
interface Stopwatch {
  /** The time that goes by. */
  readonly elapsed: () => number;
  /** The time that this process has worked: on a busy machine less than goes by. */
  readonly worked: () => number;
}

/**
 * Matches with V8's engine, which goes through all ways that there are, and gives up where that takes too long: a text may take half of
 * what is left of `MOST_MS`. What is not seen in time counts as no match. Quick matches are free.
 *
 * There is one for the whole program: it counts the time of the one thread that all requests share.
 */
export const timedTest: () => TimedTest = once(() =>
  newTimedTest({
    elapsed: () => performance.now(),
    worked: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
  }),
);

export function newTimedTest({ elapsed, worked }: Stopwatch, match = newInterruptible()): TimedTest {
  let left = MOST_MS;
  let since = elapsed();
  return (pattern, text) => {
    const now = elapsed();
    left = Math.min(MOST_MS, left + (now - since) * SHARE);
    since = now;
    if (left < LEAST_MS) return false;
    const limit = Math.max(LEAST_MS, Math.floor(left / 2));
    const before = worked();
    let isMatch: boolean | undefined;
    let spent = 0;
    for (let tries = 0; isMatch === undefined && spent < limit && tries < TRIES; tries += 1) {
      isMatch = match(pattern, text, limit);
      spent = worked() - before;
    }
    if (spent >= LEAST_MS) left -= spent;
    return isMatch ?? false;
  };
}

/** Undefined where its time was over before it was seen. */
type Interruptible = (pattern: RegExp, text: string, ms: number) => boolean | undefined;

/** V8 interrupts its regular expressions as it does any other code, and `node:vm` is where Node offers that. */
function newInterruptible(): Interruptible {
  const script = new Script('pattern.test(text)');
  const names: { pattern?: RegExp | undefined; text?: string | undefined } = Object.create(null);
  const context = createContext(names);
  return (pattern, text, timeout) => {
    names.pattern = pattern;
    names.text = text;
    try {
      return script.runInContext(context, { timeout }) === true;
    } catch (error) {
      // Otherwise it took all of the stack that the engine has. What is thrown are errors of Node and of V8.
      return (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? undefined : false;
    } finally {
      names.text = undefined;
    }
  };
}
