import type { Writable } from 'node:stream';
import { printable } from '../../openapi/program/printable';
import type { RunEvents } from './options';

/** A line on a terminal that shows how far the run is; nothing where there is no terminal. */
interface ProgressLine extends RunEvents {
  /** Removes the line. */
  end(): void;
}

const REDRAW_MS = 100;
const CLEAR = '\r\u001b[K';

export function createProgress(out: Writable & { isTTY?: boolean }, isShown: boolean): ProgressLine {
  const isLive = isShown && out.isTTY === true;
  let drawnAt = 0;
  const draw = (text: string) => out.write(`${CLEAR}${text}`);
  return {
    onProgress: ({ check, requests, findings }) => {
      const now = Date.now();
      if (!isLive || now - drawnAt < REDRAW_MS) return;
      drawnAt = now;
      draw(`${check} · ${requests} requests · ${findings} findings`);
    },
    onWait: (until, why) => {
      const text = printable(`waiting until ${new Date(until).toLocaleTimeString()} for ${why}`);
      // Without a live line, a wait gets a line of its own.
      if (isLive) draw(text);
      else if (isShown) out.write(`${text}\n`);
    },
    end: () => {
      if (isLive) out.write(CLEAR);
    },
  };
}
