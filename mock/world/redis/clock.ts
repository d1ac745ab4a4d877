import { type ClockPlace, createMemoryClock } from '../memory/clock';
import type { Clock } from '../stores/clock';

/** A clock that several processes share. Each of them holds a copy, which shows its own moves at once. */
export interface SharedClock extends Clock {
  /** How others have left it. What was moved here since, and is not told yet, is moved once more from there. */
  goTo(place: ClockPlace): void;
}

/**
 * @param tell tells all others how it stands now, and gives how it stands by then, which others may have changed since;
 * undefined where they have moved it before: nothing was told, and `goTo` was called
 * @param real the real time, on which all of them agree, in Unix milliseconds
 */
export function createSharedClock(
  tell: (place: ClockPlace) => Promise<ClockPlace | undefined>,
  real: () => number,
): SharedClock {
  const clock = createMemoryClock(real);
  /** The moves that are not told yet, oldest first. */
  const untold: (() => void)[] = [];
  let telling: Promise<void> = Promise.resolve();
  /** Why a move could not be told, until somebody asks. */
  let failures: unknown[] = [];

  /** Goes on from where all others know the clock, with what they have not been told yet. */
  const goTo = (place: ClockPlace): void => {
    clock.goTo(place);
    for (const move of untold) move();
  };
  const tellMoves = async (): Promise<void> => {
    while (untold.length > 0) {
      const count = untold.length;
      try {
        const place = await tell(clock.place);
        if (place === undefined) continue;
        untold.splice(0, count);
        // What was read meanwhile may have had the moves in it, which were made once more on that.
        goTo(place);
      } catch (error) {
        untold.splice(0, count);
        failures.push(error);
      }
    }
  };
  const moved =
    <Args extends readonly unknown[]>(step: (...args: Args) => void) =>
    (...args: Args): void => {
      const move = (): void => step(...args);
      move();
      untold.push(move);
      telling = telling.then(tellMoves);
    };
  return {
    now: clock.now,
    real: clock.real,
    get frozen() {
      return clock.frozen;
    },
    advance: moved(clock.advance),
    freeze: moved(clock.freeze),
    run: moved(clock.run),
    set: moved(clock.set),
    reset: moved(clock.reset),
    async settled() {
      await telling;
      const [failure] = failures;
      failures = [];
      if (failure !== undefined) throw failure;
    },
    goTo,
  };
}
