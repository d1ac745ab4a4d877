import { useEffect, useState } from 'preact/hooks';
import { type ClockReading, offsetAt, worldTime } from '../clock-reading';

export interface WorldTime {
  /** Unix milliseconds, by the world's clock. */
  readonly now: number;
  readonly offsetSeconds: number;
}

/** The time in the world, every second anew. */
export function useWorldTime(reading: ClockReading | undefined): WorldTime | undefined {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  if (reading === undefined) return undefined;
  const at = performance.now();
  return { now: worldTime(reading, at), offsetSeconds: offsetAt(reading, at) };
}
