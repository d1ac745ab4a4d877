import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { endWithThisProcess } from '../../bench/child-process';
import type { Address } from '../http/connection';

/** The mock did not start, or its control plane refused what the fuzzer needs. The message is for the user. */
export class FuzzError extends Error {
  override readonly name = 'FuzzError';
}

/** The built command, as users get it. */
export const COMMAND = join(__dirname, '../../../bin/animal-store-mock.js');

export interface StartOptions {
  /** Where its log goes: nowhere, into a pipe, or into an open file. */
  readonly log?: 'ignore' | 'pipe' | number;
  /** The most files that it may have open. */
  readonly descriptors?: number;
  /** Hears each part of what it writes to standard output. */
  readonly onOutput?: (text: string) => void;
}

/** The mock in a process of its own. */
export interface RunningMock extends Address {
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
 * @throws FuzzError if it ends before it listens
 */
export async function startMock(flags: readonly string[], options: StartOptions = {}): Promise<RunningMock> {
  const { log = 'ignore', descriptors, onOutput = () => {} } = options;
  const words = [process.execPath, COMMAND, '--port', '0', ...flags];
  const [program = '', ...args] =
    descriptors === undefined ? words : ['bash', '-c', `ulimit -n ${descriptors}; exec "$@"`, 'bash', ...words];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', log] });
  endWithThisProcess(child);
  const exit = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const address = await Promise.race([addressOf(child, onOutput), exit.then(() => undefined)]);
  if (address === undefined) {
    const said = String(child.stderr?.read() ?? 'its log is not read').trim();
    throw new FuzzError(`the mock ended before it listened: ${said}`);
  }
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

/** Where it listens, as its first lines say. */
const addressOf = (child: ChildProcess, onOutput: (text: string) => void): Promise<Address> =>
  new Promise((resolve) => {
    let written = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      onOutput(text);
      written += written.length < 10_000 ? text : '';
      const [, host, port] = /https?:\/\/([\d.]+):(\d+)/.exec(written) ?? [];
      if (host !== undefined) resolve({ host, port: Number(port) });
    });
  });

/** The status that it ends with within so many milliseconds; `killed` by a signal, `alive` where it does not end. */
export async function endedWithin({ exit }: RunningMock, patience: number): Promise<number | 'killed' | 'alive'> {
  const abort = new AbortController();
  const late = pause(patience, 'alive' as const, { signal: abort.signal });
  const how = await Promise.race([exit, late]);
  abort.abort();
  late.catch(() => {});
  return how === 'alive' ? how : (how.code ?? 'killed');
}

/** A temporary folder, which goes with this process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-fuzz-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Bytes in whole mebibytes. */
export const mebibytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
