import type { Writable } from 'node:stream';
import { createLines, type Sink, toStream } from './lines';

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

export interface Log {
  answered(entry: LogEntry): void;
  /** Whether `answered` writes replies of this status. If not, the caller need not make the entry. */
  wants(status: number | undefined): boolean;
  /** An unexpected error of the mock itself. */
  failed(error: unknown): void;
  /** A reply that breaks the contract. */
  broken(what: string): void;
  /** Whatever else there is to say, at any level. */
  notice(text: string): void;
  /** How many lines were dropped, since nobody took them. */
  dropped(): number;
  /** How many bytes of lines wait until they are taken. */
  waiting(): number;
  /** Resolves once all lines are written, or could not be; never while nobody reads them. */
  settled(): Promise<void>;
}

export type LogLevel = 'requests' | 'errors' | 'silent';
export const LOG_LEVELS: readonly LogLevel[] = ['requests', 'errors', 'silent'];

/** Writes a line for each request or each refused one, by level; errors of the mock itself are written at any level. */
export const createLog = (level: LogLevel, out: Writable): Log => logTo(level, toStream(out));

/** The same for a sink that fits the output better than its stream. */
export function logTo(level: LogLevel, sink: Sink): Log {
  const lines = createLines(sink);
  const wants = (status: number | undefined) =>
    level === 'requests' || (level === 'errors' && (status === undefined || status >= 400));
  return {
    wants,
    answered({ method, target, status, milliseconds, keyName, isKeyUnknown, session, message }) {
      if (!wants(status)) return;
      const noKey = isKeyUnknown ? 'key not looked for' : 'no valid key';
      const who =
        keyName === undefined ? noKey : `key ${keyName}${session === undefined ? '' : ` of ${told(session)}`}`;
      lines.write(
        `${method} ${target} ${status ?? 'broken off'} ${milliseconds.toFixed(1)} ms, ${who}${message ? `: ${message}` : ''}`,
      );
    },
    failed(error) {
      for (const line of toldFailure(error)) lines.write(line);
    },
    broken: (what) => lines.write(`BROKEN REPLY ${what}`),
    notice: lines.write,
    dropped: lines.dropped,
    waiting: lines.waiting,
    settled: lines.settled,
  };
}

const told = ({ id, name }: NonNullable<LogEntry['session']>): string =>
  name === undefined ? id : `${id} ${JSON.stringify(name)}`;

/** What an error says in one line, whatever stands in it, and a line for each call on its stack. */
function toldFailure(error: unknown): readonly string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return [`ERROR ${String(error)}`, ...stack.split('\n').filter((line) => /^ {4}at /.test(line))];
}
