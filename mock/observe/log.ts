import type { Writable } from 'node:stream';

/** One answered request; no field holds a secret. */
export interface LogEntry {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Undefined if no reply was sent. */
  readonly status: number | undefined;
  readonly milliseconds: number;
  readonly keyName: string | undefined;
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
}

export type LogLevel = 'requests' | 'errors' | 'silent';
export const LOG_LEVELS: readonly LogLevel[] = ['requests', 'errors', 'silent'];

/** Writes a line for each request or each refused one, by level; errors of the mock itself are written at any level. */
export function createLog(level: LogLevel, out: Writable): Log {
  const wants = (status: number | undefined) =>
    level === 'requests' || (level === 'errors' && (status === undefined || status >= 400));
  const line = (text: string) => {
    out.write(`${text}\n`);
  };
  return {
    wants,
    answered({ method, target, status, milliseconds, keyName, session, message }) {
      if (!wants(status)) return;
      const who =
        keyName === undefined ? 'no valid key' : `key ${keyName}${session === undefined ? '' : ` of ${told(session)}`}`;
      line(
        `${method} ${target} ${status ?? 'broken off'} ${milliseconds.toFixed(1)} ms, ${who}${message ? `: ${message}` : ''}`,
      );
    },
    failed: (error) => line(`ERROR ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
    broken: (what) => line(`BROKEN REPLY ${what}`),
  };
}

const told = ({ id, name }: NonNullable<LogEntry['session']>): string =>
  name === undefined ? id : `${id} ${JSON.stringify(name)}`;
