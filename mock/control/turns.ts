/** Lets so many pieces of work go on at once, and the others wait in the order in which they came. */
export interface Turns {
  /**
   * Waits for a turn.
   *
   * @param onGone calls its listener when whoever waits has left
   * @returns how to give the turn back; undefined for one who has left before it came
   */
  take(onGone: (listener: () => void) => void): Promise<(() => void) | undefined>;
}

export function createTurns(most: number): Turns {
  let taken = 0;
  const waiting = new Set<() => void>();
  const giveBack = (): void => {
    taken -= 1;
    const [next] = waiting;
    if (next === undefined) return;
    waiting.delete(next);
    next();
  };
  return {
    take: (onGone) =>
      new Promise((resolve) => {
        const begin = (): void => {
          taken += 1;
          let isOver = false;
          resolve(() => {
            if (!isOver) giveBack();
            isOver = true;
          });
        };
        if (taken < most) return begin();
        waiting.add(begin);
        onGone(() => {
          if (waiting.delete(begin)) resolve(undefined);
        });
      }),
  };
}
