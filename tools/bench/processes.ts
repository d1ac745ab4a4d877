import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BenchError } from './bench-error';

/** A child process. */
export interface Started {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Whether it is still running. */
  isAlive(): boolean;
  /** The end of what it wrote to standard error. */
  complaint(): string;
  /** Sends it a message, and resolves with its answer; only if it was started with a channel for messages. */
  ask(message: object): Promise<unknown>;
  /** Ends it, and waits for its end. */
  end(): Promise<void>;
}

/** The processes and files of a run, so that all of them can be removed. */
export interface Processes {
  /** A temporary folder, removed at the end. */
  readonly folder: string;
  /** Starts Node with these arguments. */
  start(args: readonly string[], options?: StartOptions): Started;
  /** Ends and removes everything without waiting, for use when this process itself ends. */
  clear(): void;
}

export interface StartOptions {
  /** Whether it gets a channel for messages. */
  readonly messages?: boolean;
}

/** How long a server may take to end before it is killed. */
const PATIENCE_MS = 2000;
const LAST_WORDS = 2000;

export function openProcesses(): Processes {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-bench-'));
  const running = new Set<ChildProcess>();
  return {
    folder,
    start(args, { messages = false } = {}) {
      const child = spawn(process.execPath, args, {
        stdio: ['ignore', 'ignore', 'pipe', ...(messages ? ['ipc' as const] : [])],
      });
      running.add(child);
      child.once('exit', () => running.delete(child));
      return started(child, args);
    },
    clear() {
      for (const child of running) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function started(child: ChildProcess, args: readonly string[]): Started {
  let complaint = '';
  child.stderr?.on('data', (data: Buffer) => {
    complaint = (complaint + data.toString()).slice(-LAST_WORDS);
  });
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  if (child.pid === undefined) throw new BenchError(`node ${args.join(' ')} can't be started`);
  return {
    child,
    pid: child.pid,
    isAlive,
    complaint: () => complaint.trim(),
    ask: (message) =>
      new Promise((resolve, reject) => {
        const onExit = (): void => reject(new BenchError(`node ${args.join(' ')} ended: ${complaint.trim()}`));
        child.once('exit', onExit);
        child.once('message', (answer) => {
          child.off('exit', onExit);
          resolve(answer);
        });
        child.send(message);
      }),
    async end() {
      if (!isAlive()) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const deadline = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
      await ended;
      clearTimeout(deadline);
    },
  };
}
