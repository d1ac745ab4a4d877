import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../link/api';
import { useEnded } from '../link/link-context';

interface Fetched<T> {
  /** The last value that was read; undefined before the first. */
  readonly value: T | undefined;
  /** Why the last attempt was refused. A mock that does not answer is no failure here: `Notice` says so for the page. */
  readonly failure: string | undefined;
}

/**
 * Loads a value now and again at each new pulse, one load at a time: pulses during a load lead to one more. Stops when the
 * world has ended.
 *
 * @param load  must stay the same function as long as it loads the same
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
