import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';
import { type Api, ApiError, reasonOf, UNANSWERED } from '../link/api';
import { LinkContext, useEnded } from './useLive';

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

/** What a panel changes a world with. */
export interface Controls {
  readonly api: Api;
  /** To be called after each change, so that the page reads again. */
  readonly changed: () => void;
}

/** `run` does something, then calls `changed`; if it fails, `failure` says why. */
export function useAction(changed: () => void) {
  const [failure, setFailure] = useState<string>();
  const link = useContext(LinkContext);
  const run = useCallback(
    (action: () => Promise<unknown>) => {
      setFailure(undefined);
      action().then(changed, (error: unknown) => setFailure(reasonOf(error)));
    },
    [changed],
  );
  // The mock answers again, so this failure is over; a refusal would be repeated.
  useEffect(() => {
    if (link.state === 'live') setFailure((last) => (last === UNANSWERED ? undefined : last));
  }, [link]);
  return { failure, run };
}

interface Pulse {
  /** Counts up each time that the page should read again. */
  readonly pulse: number;
  /** Counts up at once. */
  beat(): void;
  /** Counts up soon, once for all calls within half a second, and not while the page is hidden. */
  nudge(): void;
}

const GAP = 500;

export function usePulse(): Pulse {
  const [pulse, setPulse] = useState(0);
  const timer = useRef<number | undefined>(undefined);
  const last = useRef(0);

  const beat = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    last.current = performance.now();
    setPulse((count) => count + 1);
  }, []);
  const nudge = useCallback(() => {
    if (timer.current !== undefined) return;
    const rest = Math.max(0, last.current + GAP - performance.now());
    timer.current = window.setTimeout(() => {
      // Otherwise `seen` does it when the page is visible again.
      if (!document.hidden) beat();
    }, rest);
  }, [beat]);

  useEffect(() => {
    const seen = () => {
      if (!document.hidden && timer.current !== undefined) beat();
    };
    document.addEventListener('visibilitychange', seen);
    return () => {
      document.removeEventListener('visibilitychange', seen);
      clearTimeout(timer.current);
    };
  }, [beat]);

  return { pulse, beat, nudge };
}
