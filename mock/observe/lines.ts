import { printable } from '../../openapi/program/printable';
import type { Done, Sink } from './sink';

/** Lines that neither hold up nor end the program that writes them. */
export interface Lines {
  /** Writes a line, as a terminal may show it; drops it where nobody takes it. */
  write(line: string): void;
  /** How many lines have been dropped. */
  dropped(): number;
  /** How many bytes wait. */
  waiting(): number;
  /** Resolves once everything that waits has been written, or could not be; never while nobody reads it. */
  settled(): Promise<void>;
}

/** So many bytes may wait until they are taken; lines that come then are dropped, until half of them is taken. */
export const MOST_WAITING = 2 ** 20;
/** What they take of V8's heap at most, as lines of 40 characters; each needs about as much again for itself. */
export const MOST_WAITING_HEAP = 4 * MOST_WAITING;
/** After an error, lines are dropped for so long: a try costs more than a line. */
const REST_MS = 1000;

/**
 * Lines for a sink such as standard error, which may be a full disk (ENOSPC), a pipe that nobody reads or whose reader has
 * left (EPIPE), or a terminal that is gone (EIO). It is told how many lines were dropped as soon as it takes some again.
 *
 * @param now milliseconds of a clock that never goes back
 */
export function createLines(sink: Sink, now: () => number = () => performance.now()): Lines {
  let dropped = 0;
  let untold = 0;
  let restUntil = 0;

  const isBlocked = (): boolean =>
    (restUntil > 0 && now() < restUntil) || sink.waiting() > (untold === 0 ? MOST_WAITING : MOST_WAITING / 2);
  const drop = (): void => {
    dropped += 1;
    untold += 1;
  };
  const lineDone: Done = (error) => {
    if (!error) return tell();
    drop();
    restUntil = now() + REST_MS;
  };
  const tell = (): void => {
    if (untold === 0 || isBlocked()) return;
    const count = untold;
    untold = 0;
    sink.write(`… ${count.toLocaleString('en')} ${count === 1 ? 'line' : 'lines'} dropped\n`, (error) => {
      if (!error) return;
      untold += count;
      restUntil = now() + REST_MS;
    });
  };

  return {
    write(line) {
      tell();
      if (isBlocked()) return drop();
      sink.write(`${printable(line)}\n`, lineDone);
    },
    dropped: () => dropped,
    waiting: sink.waiting,
    async settled() {
      tell();
      if (sink.waiting() > 0) await new Promise<void>((resolve) => sink.write('', () => resolve()));
    },
  };
}
