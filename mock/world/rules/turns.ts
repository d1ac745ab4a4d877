import { setImmediate } from 'node:timers/promises';

/** Lets so many pieces of work go on at once, and the others wait in the order in which they came. */
export interface Turns {
  /** Whether work waits for a turn. */
  readonly isWanted: boolean;
  /**
   * Waits for a turn.
   *
   * @param onGone calls its listener when the client that waits has left
   * @returns how to give the turn back, once; undefined where the client left before it came
   */
  take(onGone: (listener: () => void) => void): Promise<(() => void) | undefined>;
}

export function createTurns(most: number): Turns {
  let free = most;
  const waiting = new Set<() => void>();
  const giveBack = (): void => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else {
      waiting.delete(next);
      next();
    }
  };
  return {
    get isWanted() {
      return waiting.size > 0;
    },
    take: (onGone) =>
      new Promise((resolve) => {
        const begin = (): void => resolve(giveBack);
        if (free > 0) {
          free -= 1;
          return begin();
        }
        waiting.add(begin);
        onGone(() => {
          if (waiting.delete(begin)) resolve(undefined);
        });
      }),
  };
}

/** Makes a function that waits for a turn of the event loop of its caller's own: one caller after the other. */
export function createSlices(): () => Promise<void> {
  const turns = createTurns(1);
  return async () => {
    const giveBack = await turns.take(() => {});
    await setImmediate();
    giveBack?.();
  };
}
