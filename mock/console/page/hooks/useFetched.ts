import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../link/api';
import { useEnded } from '../link/link-context';

interface Fetched<T> {
  /** The last that was read; undefined before the first. */
  readonly value: T | undefined;
  /** Why the last attempt was refused. That nobody answers is no failure here: the page says so once, at its top. */
  readonly failure: string | undefined;
}

/**
 * Reads something now, and again at each new pulse, never twice at once: pulses during a reading lead to one more.
 * Of a world that has ended there is nothing to read.
 *
 * @param load  the same function as long as the same thing is meant
 */
export function useFetched<T>(load: () => Promise<T>, pulse: number): Fetched<T> {
  const [fetched, setFetched] = useState<Fetched<T>>({ value: undefined, failure: undefined });
  const again = useRef<() => void>(() => {});
  const seen = useRef(pulse);
  const ended = useEnded();

  useEffect(() => {
    let stopped = false;
    let busy = false;
    let wanted = false;
    async function run(): Promise<void> {
      busy = true;
      do {
        wanted = false;
        const next = await attempt(load);
        if (stopped) return;
        if (next !== undefined) setFetched((last) => ({ value: last.value, ...next }));
      } while (wanted);
      busy = false;
    }
    again.current = () => {
      wanted = true;
      if (!busy) void run();
    };
    void run();
    return () => {
      stopped = true;
    };
  }, [load]);

  useEffect(() => {
    if (seen.current === pulse) return;
    seen.current = pulse;
    if (!ended) again.current();
  }, [pulse, ended]);

  return fetched;
}

async function attempt<T>(
  load: () => Promise<T>,
): Promise<{ value: T; failure: undefined } | { failure: string } | undefined> {
  try {
    return { value: await load(), failure: undefined };
  } catch (error) {
    return error instanceof ApiError ? { failure: error.message } : undefined;
  }
}
