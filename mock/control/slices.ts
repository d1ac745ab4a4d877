import { setImmediate } from 'node:timers';

/** Makes a function that waits for a turn of the event loop of one's own: all who wait have theirs, one after the other. */
export function createSlices(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const next = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(next);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(next);
    });
}
