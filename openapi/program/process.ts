import { constants } from 'node:os';
import { UsageError } from './failure';

/** Lets a program go on where its output can't be written any more (EPIPE, ENOSPC, EIO): Node would end it with a stack trace. */
export function surviveLostOutput(): void {
  for (const out of [process.stdout, process.stderr]) out.on('error', () => {});
}

/**
 * Writes to standard output, and resolves once it is written, or its reader has left, as that of `head -1` does.
 *
 * @throws UsageError if it can't be written
 */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      // Errors of a stream are Node's.
      if (!error || (error as NodeJS.ErrnoException).code === 'EPIPE') return resolve();
      reject(new UsageError(`standard output can't be written: ${error.message}. Send it to another place.`));
    });
  });
}

/** What a user or a CI server does to a run that has lasted long enough. */
interface Interruption {
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
