import { fstatSync, write } from 'node:fs';
import type { Writable } from 'node:stream';
import { printable } from '../../openapi/program/printable';

/** One answered request; no field holds a secret. */
export interface LogEntry {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Undefined if no reply was sent. */
  readonly status: number | undefined;
  readonly milliseconds: number;
  readonly keyName: string | undefined;
  /** Whether the key could not be looked for; default: no. */
  readonly isKeyUnknown?: boolean | undefined;
  /** Undefined in the default world. */
  readonly session?: { readonly id: string; readonly name: string | undefined } | undefined;
  /** The message of the error, if it was one. */
  readonly message: string | undefined;
}

export interface Log extends Pick<Lines, 'dropped' | 'waiting' | 'settled'> {
  answered(entry: LogEntry): void;
  /** Whether `answered` writes replies of this status. If not, the caller need not make the entry. */
  wants(status: number | undefined): boolean;
  /** An unexpected error of the mock itself. */
  failed(error: unknown): void;
  /** A reply that breaks the contract. */
  broken(what: string): void;
  /** Whatever else there is to say, at any level. */
  notice(text: string): void;
}

export type LogLevel = 'requests' | 'errors' | 'silent';
export const LOG_LEVELS: readonly LogLevel[] = ['requests', 'errors', 'silent'];

/** Writes a line for each request or each refused one, by level; errors of the mock itself are written at any level. */
export const createLog = (level: LogLevel, out: Writable): Log => logTo(level, toStream(out));

/** The same for a sink that fits the output better than its stream. */
export function logTo(level: LogLevel, sink: Sink): Log {
  const { write: line, ...lines } = createLines(sink);
  const wants = (status: number | undefined) =>
    level === 'requests' || (level === 'errors' && (status === undefined || status >= 400));
  return {
    ...lines,
    wants,
    answered({ method, target, status, milliseconds, keyName, isKeyUnknown, session, message }) {
      if (!wants(status)) return;
      const noKey = isKeyUnknown ? 'key not looked for' : 'no valid key';
      const who =
        keyName === undefined ? noKey : `key ${keyName}${session === undefined ? '' : ` of ${nameOf(session)}`}`;
      line(
        `${method} ${target} ${status ?? 'broken off'} ${milliseconds.toFixed(1)} ms, ${who}${message ? `: ${message}` : ''}`,
      );
    },
    failed(error) {
      for (const text of failureLines(error)) line(text);
    },
    broken: (what) => line(`BROKEN REPLY ${what}`),
    notice: line,
  };
}

const nameOf = ({ id, name }: NonNullable<LogEntry['session']>): string =>
  name === undefined ? id : `${id} ${JSON.stringify(name)}`;

/** What an error says in one line, whatever stands in it, and a line for each call on its stack. */
function failureLines(error: unknown): readonly string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return [`ERROR ${String(error)}`, ...stack.split('\n').filter((line) => /^ {4}at /.test(line))];
}

/** Lines that neither hold up nor end the program that writes them. */
export interface Lines {
  /** Writes a line, as a terminal may show it; drops it where the sink does not take it. */
  write(line: string): void;
  /** How many lines were dropped. */
  dropped(): number;
  /** How many bytes wait until they are taken. */
  waiting(): number;
  /** Resolves once all that waits is written, or could not be; never while the output is not read. */
  settled(): Promise<void>;
}

/** So many bytes may wait until they are taken; lines that come then are dropped, until half of them is taken. */
export const MOST_WAITING = 2 ** 20;
/** What they take of V8's heap at most, as lines of 40 characters; each needs about as much again for itself. */
export const MOST_WAITING_HEAP = 4 * MOST_WAITING;
/** After an error, lines are dropped for so long: a try costs more than a line. */
const REST_MS = 1000;

/**
 * Lines for a sink such as standard error, which may be a full disk (ENOSPC), a pipe that is not read or whose reader has
 * left (EPIPE), or a terminal that is gone (EIO). As soon as it takes some again, it gets the count of those dropped.
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

/** Called once a text is taken, or with the reason why it is not. */
type Done = (error?: Error | null) => void;

/** Where texts go, in their order. */
interface Sink {
  write(text: string, done: Done): void;
  /** How many bytes, or characters, wait until they are taken. */
  waiting(): number;
}

/** The sink for standard output or standard error that holds up the event loop least. */
export const sinkOf = (out: Writable & { readonly fd: number }): Sink =>
  fstatSync(out.fd).isFile() ? toFile(out.fd) : toStream(out);

export const toStream = (out: Writable): Sink => ({
  write(text, done) {
    // Without a listener, an error of the stream ends the process. Others may have brought theirs.
    if (out.listenerCount('error') === 0) out.on('error', survive);
    out.write(text, done);
  },
  waiting: () => out.writableLength,
});

const survive = (): void => {};

/**
 * A file, whose disk may be slow or full. What comes while a text is written is joined into the next one, where Node's stream
 * writes each by itself: with a line for each request, that takes a sixth less of the processor.
 */
export function toFile(fd: number): Sink {
  let texts: string[] = [];
  let dones: Done[] = [];
  let waiting = 0;
  let isWriting = false;

  const writeAll = (): void => {
    const [text, waitingFor] = [texts.join(''), dones];
    const bytes = Buffer.from(text);
    [texts, dones, isWriting] = [[], [], true];
    write(fd, bytes, (error, written) => {
      isWriting = false;
      waiting -= text.length;
      const problem = error ?? (written < bytes.length ? new Error('Only a part was written.') : null);
      for (const done of waitingFor) done(problem);
      if (texts.length > 0 && !isWriting) writeAll();
    });
  };
  return {
    write(text, done) {
      texts.push(text);
      dones.push(done);
      waiting += text.length;
      if (!isWriting) writeAll();
    },
    waiting: () => waiting,
  };
}

/**
 * Lets a terminal that is stopped (Ctrl+S) stop no client: Node waits for terminals, though for no pipe, and clients would
 * wait with it.
 */
export function waitForNoTerminal(out: Writable & { readonly isTTY?: boolean }): void {
  if (out.isTTY !== true) return;
  // Node has it for its own streams (libuv's `uv_stream_set_blocking`); its types do not, and it may go.
  (out as { readonly _handle?: { setBlocking?(isBlocking: boolean): void } })._handle?.setBlocking?.(false);
}
