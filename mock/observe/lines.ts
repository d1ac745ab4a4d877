import type { Writable } from 'node:stream';
import { printable } from '../../openapi/program/printable';

/** Lines for a stream, which neither holds up nor ends the program that writes them. */
export interface Lines {
  /** Writes a line, as a terminal may show it; drops it where the stream does not keep up or can't be written. */
  write(line: string): void;
  /** How many lines have been dropped. */
  dropped(): number;
  /** How many bytes wait in the stream. */
  waiting(): number;
  /** Resolves once everything that waits has been written, or could not be; never while nobody reads it. */
  settled(): Promise<void>;
}

/** So many bytes may wait in the stream until they are read; a line that comes then is dropped. */
export const MOST_WAITING = 2 ** 20;
/** What they take of V8's heap at most, as lines of 40 characters; so much of each line is the stream's own. */
export const MOST_WAITING_HEAP = 4 * MOST_WAITING;
/** After an error of the stream, lines are dropped for so long: a try costs more than a line. */
const REST_MS = 1000;

/**
 * Lines for a stream such as standard error, which may be a full disk (ENOSPC), a pipe that nobody reads or whose reader has
 * left (EPIPE), or a terminal that is gone (EIO). It is told how many lines were dropped as soon as it takes some again.
 *
 * @param now milliseconds of a clock that never goes back
 */
export function createLines(out: Writable, now: () => number = () => performance.now()): Lines {
  let dropped = 0;
  let untold = 0;
  let restUntil = 0;
  let isAwaited = false;

  const isBlocked = (): boolean => (restUntil > 0 && now() < restUntil) || out.writableLength > MOST_WAITING;
  const put = (line: string, done: (error?: Error | null) => void): void => {
    // Without a listener, an error of the stream ends the process. Others may have brought theirs.
    if (out.listenerCount('error') === 0) out.on('error', survive);
    out.write(`${line}\n`, done);
  };
  const lose = (count: number): void => {
    untold += count;
    restUntil = now() + REST_MS;
  };
  const lineDone = (error?: Error | null): void => {
    if (!error) return;
    dropped += 1;
    lose(1);
  };
  const tell = (): void => {
    if (untold === 0 || isBlocked()) return;
    const count = untold;
    untold = 0;
    put(`… ${count.toLocaleString('en')} ${count === 1 ? 'line' : 'lines'} dropped`, (error) => {
      if (error) lose(count);
    });
  };
  const drop = (): void => {
    dropped += 1;
    untold += 1;
    if (isAwaited) return;
    isAwaited = true;
    // Not for good, since many mocks of a program may share the stream.
    out.once('drain', () => {
      isAwaited = false;
      tell();
    });
  };

  return {
    write(line) {
      if (isBlocked()) return drop();
      tell();
      put(printable(line), lineDone);
    },
    dropped: () => dropped,
    waiting: () => out.writableLength,
    async settled() {
      tell();
      if (out.writableLength > 0) await new Promise<void>((resolve) => void out.write('', () => resolve()));
    },
  };
}

const survive = (): void => {};
