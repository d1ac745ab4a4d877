import { setInterval } from 'node:timers';
import type { Connection } from './connection';

/** The time of Redis, as every replica knows it, whatever its own clock shows. */
export interface SharedTime {
  /** Unix milliseconds, at once: by this process's steady clock since Redis was last asked. */
  now(): number;
  stop(): void;
}

/** So often Redis is asked at the start; the answer that came soonest is the most exact. */
const SAMPLES = 3;
/** Steady clocks go wrong by some milliseconds an hour. */
const EVERY_MS = 30_000;

/** @throws StoreUnavailable */
export async function followTime(connection: Connection, key: string): Promise<SharedTime> {
  const ahead = async (): Promise<{ readonly by: number; readonly took: number }> => {
    const asked = performance.now();
    const told = await connection.send(key, ['TIME']);
    const answered = performance.now();
    const [seconds, microseconds] = Array.isArray(told) ? told.map(Number) : [];
    const time = (seconds ?? 0) * 1000 + (microseconds ?? 0) / 1000;
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
