import { type ClockPlace, createMemoryClock } from '../memory/clock';
import type { Clock } from '../stores/clock';

/** A clock that several processes share. Each of them holds a copy, which shows its own moves at once. */
export interface SharedClock extends Clock {
  /** How others have left it. What was moved here since, and is not told yet, is moved once more from there. */
  goTo(place: ClockPlace): void;
}

/**
 * @param tell tells all others how it stands now. Gives false where others have moved it before: by then `goTo` was called
 * @param real the real time, on which all of them agree, in Unix milliseconds
 */
export function createSharedClock(tell: (place: ClockPlace) => Promise<boolean>, real: () => number): SharedClock {
  const clock = createMemoryClock(real);
  /** The moves that are not told yet, oldest first. */
  const untold: (() => void)[] = [];
  let telling: Promise<void> = Promise.resolve();
  /** Why a move could not be told, until somebody asks. */
  let failures: unknown[] = [];

  const tellMove = async (move: () => void): Promise<void> => {
    // Moves after it are told with it, and then once more.
    try {
      while (!(await tell(clock.place)));
    } catch (error) {
      failures.push(error);
    }
    untold.splice(untold.indexOf(move), 1);
  };
  const moved =
    <Args extends readonly unknown[]>(step: (...args: Args) => void) =>
    (...args: Args): void => {
      const move = (): void => step(...args);
      move();
      untold.push(move);
      telling = telling.then(() => tellMove(move));
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
    goTo(place) {
      clock.goTo(place);
      for (const move of untold) move();
    },
  };
}
