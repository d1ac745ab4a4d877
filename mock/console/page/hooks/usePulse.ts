import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

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
