import { useEffect, useRef, useState } from 'preact/hooks';
import { type ClockReading, offsetAt, worldTime } from '../model/figures';
import { useEnded } from './useLive';

interface WorldTime {
  /** Unix milliseconds, by the world's clock. */
  readonly now: number;
  readonly offsetSeconds: number;
}

/** The world's time, updated every second; if the world has ended, the time of its end. */
export function useWorldTime(reading: ClockReading | undefined): WorldTime | undefined {
  const [, tick] = useState(0);
  const ended = useEnded();
  const last = useRef(performance.now());
  useEffect(() => {
    if (ended) return;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [ended]);
  if (reading === undefined) return undefined;
  if (!ended) last.current = performance.now();
  const at = last.current;
  return { now: worldTime(reading, at), offsetSeconds: offsetAt(reading, at) };
}
