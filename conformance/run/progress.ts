import type { Writable } from 'node:stream';
import { setInterval } from 'node:timers';
import { printable } from '../../openapi/program/printable';
import type { RunEvents } from './plan/options';

/** How far the run is: on a terminal in a line that changes, in a log in a line now and then. */
interface ProgressLine extends RunEvents {
  /** Removes the line, and writes no more. */
  end(): void;
}

/** How progress is shown. */
interface ProgressOptions {
  readonly isShown: boolean;
  /** The most requests of the run. */
  readonly most: number;
  /** Unix milliseconds. */
  readonly now?: () => number;
  /** Calls back again and again, until the function is called that it returns. */
  readonly every?: (milliseconds: number, tick: () => void) => () => void;
}

const REDRAW_MS = 100;
/** A line in a log tells that a job still does something. */
const LOG_MS = 5000;
const CLEAR = '\r\u001b[K';

export function createProgress(
  out: Writable & { isTTY?: boolean },
  { isShown, most, now = Date.now, every = interval }: ProgressOptions,
): ProgressLine {
  const isLive = isShown && out.isTTY === true;
  const startedAt = now();
  let drawnAt = 0;
  let last: Parameters<RunEvents['onProgress']>[0] | undefined;
  const draw = (text: string) => out.write(`${CLEAR}${text}`);
  const log = (): void => {
    if (last === undefined) return;
    const { requests, findings, check } = last;
    const seconds = Math.round((now() - startedAt) / 1000);
    out.write(`${seconds} s: ${requests} of at most ${most} requests, ${findings} findings, now ${check}\n`);
  };
  const stop = isShown && !isLive ? every(LOG_MS, log) : () => {};
  return {
    onProgress(progress) {
      last = progress;
      const { check, requests, findings } = progress;
      if (!isLive || now() - drawnAt < REDRAW_MS) return;
      drawnAt = now();
      draw(`${check} · ${requests} requests · ${findings} findings`);
    },
    onWait(until, why) {
      const text = printable(`waiting until ${new Date(until).toISOString().slice(11, 19)} UTC for ${why}`);
      // Without a live line, a wait gets a line of its own.
      if (isLive) draw(text);
      else if (isShown) out.write(`${text}\n`);
    },
    end() {
      stop();
      if (isLive) out.write(CLEAR);
    },
  };
}

function interval(milliseconds: number, tick: () => void): () => void {
  const timer = setInterval(tick, milliseconds);
  // It holds up nothing.
  timer.unref();
  return () => clearInterval(timer);
}
