import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { SiegeError } from '../siege-error';
import type { Address } from '../wire/lane';
import { COMMAND } from './command';
import { guard } from './guard';

export interface StartOptions {
  /** Where its log goes: nowhere, into a pipe, or into an open file. */
  readonly log?: 'ignore' | 'pipe' | number;
  /** The most files that it may have open. */
  readonly descriptors?: number;
  /** Hears each part of what it writes to standard output. */
  readonly onOutput?: (text: string) => void;
}

/** The mock in a process of its own. */
export interface Running extends Address {
  readonly pid: number;
  /** Its log, where that is a pipe. */
  readonly log: Readable | null;
  isAlive(): boolean;
  signal(name: NodeJS.Signals): void;
  /** How it ended; waits for that. */
  readonly exit: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

/**
 * Starts the built command on a free port of the loopback.
 *
 * @throws SiegeError if it ends in place of listening
 */
export async function startMock(flags: readonly string[], options: StartOptions = {}): Promise<Running> {
  const { log = 'ignore', descriptors, onOutput } = options;
  const words = [process.execPath, COMMAND, '--port', '0', ...flags];
  const [program = '', ...args] =
    descriptors === undefined ? words : ['bash', '-c', `ulimit -n ${descriptors}; exec "$@"`, 'bash', ...words];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', log] });
  guard(child);
  const exit = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const address = await listening(child, exit, onOutput);
  return {
    ...address,
    pid: child.pid ?? 0,
    log: child.stderr,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    signal: (name) => {
      child.kill(name);
    },
    exit,
  };
}

async function listening(
  child: ChildProcess,
  exit: Promise<unknown>,
  onOutput: (text: string) => void = () => {},
): Promise<Address> {
  let written = '';
  const found = new Promise<Address>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      onOutput(text);
      written += written.length < 10_000 ? text : '';
      const [, host, port] = /https?:\/\/([\d.]+):(\d+)/.exec(written) ?? [];
      if (host !== undefined) resolve({ host, port: Number(port) });
    });
  });
  const first = await Promise.race([found, exit.then(() => undefined)]);
  if (first === undefined) throw new SiegeError(`the mock ended in place of listening: ${saidBy(child)}`);
  return first;
}

/** What it has written to its log, where that is a pipe. */
const saidBy = ({ stderr }: ChildProcess): string => String(stderr?.read() ?? 'its log is not read').trim();

/** The status that it ends with within so many milliseconds, `killed` where a signal ends it, `alive` where nothing does. */
export async function endedWithin({ exit }: Running, patience: number): Promise<number | 'killed' | 'alive'> {
  const abort = new AbortController();
  const late = pause(patience, 'alive' as const, { signal: abort.signal });
  const how = await Promise.race([exit, late]);
  abort.abort();
  late.catch(() => {});
  return how === 'alive' ? how : (how.code ?? 'killed');
}
