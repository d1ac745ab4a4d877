import { setInterval } from 'node:timers';
import { type ClockPlace, createMemoryClock } from '../memory/clock';
import type { Clock } from '../stores/clock';
import type { Connection } from './connection/connection';
import { listIn } from './connection/replies';

/** A clock of which each process holds a copy, which shows its own moves at once. */
export interface SharedClock extends Clock {
  /** Goes to where other processes have left it, and from there by the moves that are not announced yet. */
  goTo(place: ClockPlace): void;
}

/**
 * @param announce gives how the clock stands by then; undefined where others have moved it before: nothing was announced, and
 *   `goTo` was called
 * @param real the real time, on which all processes agree, in Unix milliseconds
 */
export function createSharedClock(
  announce: (place: ClockPlace) => Promise<ClockPlace | undefined>,
  real: () => number,
): SharedClock {
  const clock = createMemoryClock(real);
  /** The moves that are not announced yet, oldest first. */
  const unannounced: (() => void)[] = [];
  let announcing: Promise<void> = Promise.resolve();
  /** Why a move could not be announced, until `settled` throws it. */
  let failures: unknown[] = [];

  const goTo = (place: ClockPlace): void => {
    clock.goTo(place);
    for (const move of unannounced) move();
  };
  const announceMoves = async (): Promise<void> => {
    while (unannounced.length > 0) {
      const count = unannounced.length;
      try {
        const place = await announce(clock.place);
        if (place === undefined) continue;
        unannounced.splice(0, count);
        // What was read meanwhile may have had the moves in it, which were made once more on that.
        goTo(place);
      } catch (error) {
        unannounced.splice(0, count);
        failures.push(error);
      }
    }
  };
  const moved =
    <Args extends readonly unknown[]>(step: (...args: Args) => void) =>
    (...args: Args): void => {
      const move = (): void => step(...args);
      move();
      unannounced.push(move);
      announcing = announcing.then(announceMoves);
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
      await announcing;
      const [failure] = failures;
      failures = [];
      if (failure !== undefined) throw failure;
    },
    goTo,
  };
}

/** The time of Redis, as every replica knows it, whatever its own clock shows. */
interface SharedTime {
  /** Unix milliseconds, at once: by this process's steady clock since Redis was last asked. */
  now(): number;
  stop(): void;
}

/** So often Redis is asked at the start; the answer that came soonest is the most exact. */
const SAMPLES = 3;
/** Steady clocks go wrong by some milliseconds an hour. */
const EVERY_MS = 30_000;

/**
 * @param key decides which server of a cluster is asked
 * @throws StoreUnavailable
 */
export async function followTime(connection: Connection, key: string): Promise<SharedTime> {
  const ahead = async (): Promise<{ readonly by: number; readonly took: number }> => {
    const asked = performance.now();
    const [seconds = 0, microseconds = 0] = listIn(await connection.send(key, ['TIME'])).map(Number);
    const answered = performance.now();
    const time = seconds * 1000 + microseconds / 1000;
    return { by: time - (asked + answered) / 2, took: answered - asked };
  };
  let best = await ahead();
  for (let sample = 1; sample < SAMPLES; sample += 1) {
    const next = await ahead();
    if (next.took < best.took) best = next;
  }
  // What fails now is asked again later: the time of before goes on.
  const refresh = (): void => {
    void ahead().then(
      (next) => {
        best = next;
      },
      () => {},
    );
  };
  const timer = setInterval(refresh, EVERY_MS).unref();
  return {
    now: () => Math.floor(performance.now() + best.by),
    stop: () => clearInterval(timer),
  };
}

/** How a clock stands, as a world's metadata has it: `f` and the instant where it is frozen, or how far it is ahead. */
export const clockText = (place: ClockPlace): string =>
  'frozenAt' in place ? `f${place.frozenAt}` : String(place.ahead);

/** @param text of `clockText` */
export const placeInClockText = (text: string): ClockPlace =>
  text.startsWith('f') ? { frozenAt: Number(text.slice(1)) } : { ahead: Number(text) };

/** `worldTime(clock)`: Unix milliseconds by a clock that stands as this text of `clockText` says. */
export const TIME = `
local function worldTime(clock)
  local standing = string.match(clock or '0', '^f(.*)')
  if standing then return tonumber(standing) end
  local seconds, microseconds = unpack(redis.call('TIME'))
  return math.floor(seconds * 1000 + microseconds / 1000 + (clock or 0))
end
`;
