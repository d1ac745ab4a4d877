import { constants } from 'node:os';

/** What a user or a CI server does to a run that has lasted long enough. */
export interface Interruption {
  /** Aborted by the first SIGINT or SIGTERM. A second one ends the process at once. */
  readonly signal: AbortSignal;
  /** What the process then ends with: 128 and the signal's number, as shells have it. Undefined where there was none. */
  readonly exitCode: number | undefined;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

export function onInterruption(): Interruption {
  const controller = new AbortController();
  let exitCode: number | undefined;
  for (const name of SIGNALS)
    process.on(name, () => {
      if (exitCode !== undefined) process.exit(128 + constants.signals[name]);
      exitCode = 128 + constants.signals[name];
      controller.abort();
    });
  return {
    signal: controller.signal,
    get exitCode() {
      return exitCode;
    },
  };
}
