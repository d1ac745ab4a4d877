/** `node:timers` in a page, whose timers never keep it open. What the page puts in their place later, such as a test's clock, is not used. */
const begin = globalThis.setTimeout;
const end = globalThis.clearTimeout;
const repeat = globalThis.setInterval;
const stop = globalThis.clearInterval;

interface Timer {
  readonly id: unknown;
  unref(): Timer;
}

function timerOf(id: unknown): Timer {
  const timer: Timer = { id, unref: () => timer };
  return timer;
}

export const setTimeout = (run: () => void, ms?: number): Timer => timerOf(begin(run, ms));
export const setInterval = (run: () => void, ms?: number): Timer => timerOf(repeat(run, ms));
// The casts are true: each was made above.
export const clearTimeout = (timer: Timer | undefined): void => end(timer?.id as NodeJS.Timeout | undefined);
export const clearInterval = (timer: Timer | undefined): void => stop(timer?.id as NodeJS.Timeout | undefined);

interface Port {
  onmessage: (() => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}

/** After what the page does now, and sooner than its timers, which wait for 4 ms where they are many. */
export function setImmediate(run: () => void): void {
  // The cast is true in a browser; the types are those of Node.
  const { port1, port2 } = new MessageChannel() as unknown as { readonly port1: Port; readonly port2: Port };
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(undefined);
}
