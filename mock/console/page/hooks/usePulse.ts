import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

interface Pulse {
  /** Counts up whenever it is time to read again. */
  readonly pulse: number;
  /** At once. */
  beat(): void;
  /** Soon: with others of the same half second together, and not before the page is seen. */
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
      // Kept until the page is seen again.
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
