import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { SiegeError } from '../siege-error';
import { COMMAND } from '../target/command';
import type { Address } from '../wire/lane';

export interface StartOptions {
  /** Where its log goes: nowhere, into a pipe, or into an open file. */
  readonly log?: 'ignore' | 'pipe' | number;
  /** The most files that it may have open. */
  readonly descriptors?: number;
}

/** The mock as a scenario has started it. */
export interface Running extends Address {
  readonly pid: number;
  /** Its log, where that is a pipe. */
  readonly log: Readable | null;
  isAlive(): boolean;
  signal(name: NodeJS.Signals): void;
  /** The status that it ended with, `killed` where a signal ended it, `alive` where it has not by then. */
  ended(patience: number): Promise<number | 'killed' | 'alive'>;
}

/** @throws SiegeError if it ends in place of listening */
export async function startMock(
  flags: readonly string[],
  options: StartOptions,
  onStart: (child: ChildProcess) => void,
): Promise<Running> {
  const { log = 'ignore', descriptors } = options;
  const words = [process.execPath, COMMAND, '--port', '0', ...flags];
  const [program = '', ...args] =
    descriptors === undefined ? words : ['bash', '-c', `ulimit -n ${descriptors}; exec "$@"`, 'bash', ...words];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', log] });
  onStart(child);
  const exit = once(child, 'exit');
  const address = await listening(child, exit);
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    ...address,
    pid: child.pid ?? 0,
    log: child.stderr,
    isAlive,
    signal: (name) => {
      child.kill(name);
    },
    async ended(patience) {
      const abort = new AbortController();
      await Promise.race([exit, pause(patience, undefined, { signal: abort.signal }).catch(() => {})]);
      abort.abort();
      if (isAlive()) return 'alive';
      return child.exitCode ?? 'killed';
    },
  };
}

async function listening(child: ChildProcess, exit: Promise<unknown>): Promise<Address> {
  let written = '';
  const found = new Promise<Address>((resolve) => {
    child.stdout?.on('data', (data: Buffer) => {
      written += data.toString();
      const [, host, port] = /https?:\/\/([\d.]+):(\d+)/.exec(written) ?? [];
      if (host !== undefined) resolve({ host, port: Number(port) });
    });
  });
  const first = await Promise.race([found, exit.then(() => undefined)]);
  if (first === undefined) throw new SiegeError('the mock ended in place of listening');
  return first;
}
