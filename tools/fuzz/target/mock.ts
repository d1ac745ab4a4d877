import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
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

/** Ends a child with this process, however that ends, but for SIGKILL. */
export function endWithThisProcess(child: ChildProcess): void {
  const end = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
}

/** A temporary folder, which goes with this process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-fuzz-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What Linux tells of a process (proc(5)); other systems tell nothing. */
function statusOf(pid: number, field: 'VmHWM' | 'VmRSS'): number | undefined {
  try {
    const [, kilobytes] =
      new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

/** The most memory that a process has ever had, in bytes; undefined where the system does not tell. */
export const peakMemory = (pid: number): number | undefined => statusOf(pid, 'VmHWM');

/** The memory that a process has now, in bytes; 0 where the system does not tell. */
export const residentMemory = (pid: number): number => statusOf(pid, 'VmRSS') ?? 0;

/** What the system has done for a process so far, in milliseconds; 0 where it does not tell. */
export interface Schedule {
  /** How long its main thread has run. */
  readonly busy: number;
  /** How long its threads were ready to run and did not, each by itself: the main one may wait for any other. */
  readonly delayed: number;
}

/** `/proc/<pid>/task/<tid>/schedstat`: nanoseconds that it ran, and that it waited for a processor. */
export function scheduleOf(pid: number): Schedule {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) => {
      const [busy, delayed] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
      return { isMain: Number(thread) === pid, busy: Number(busy) / 1e6, delayed: Number(delayed) / 1e6 };
    });
    const delayed = threads.reduce((sum, thread) => sum + thread.delayed, 0);
    return { busy: threads.find(({ isMain }) => isMain)?.busy ?? 0, delayed };
  } catch {
    return { busy: 0, delayed: 0 };
  }
}

/** Bytes in whole mebibytes. */
export const mebibytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
