import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { BenchError, type Sent } from './model';
import { freePort, HOST } from './redis-server';

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

/** A child process. */
export interface Started {
  readonly child: ChildProcess;
  readonly pid: number;
  isAlive(): boolean;
  /** The end of what it wrote to standard error. */
  complaint(): string;
  /** Sends it a message, and resolves with its answer; only if it was started with a channel for messages. */
  ask(message: string): Promise<unknown>;
  /** Ends it, and waits for its end. */
  end(): Promise<void>;
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
    async ask(message) {
      const ended = once(child, 'close').then(() => {
        throw new BenchError(`node ${args.join(' ')} ended: ${complaint.trim()}`);
      });
      child.send(message);
      const [answer] = await Promise.race([once(child, 'message'), ended]);
      return answer;
    },
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

// Servers.

/** How to start a server. */
export interface Startable {
  /** What its paths begin with. */
  readonly prefix: string;
  /** Node's arguments. */
  args(port: number): readonly string[];
}

export interface Running extends Started {
  readonly baseUrl: string;
  /** Milliseconds from the start of the process to its first answer. */
  readonly startTime: number;
}

/** The mock takes several seconds to read a million records. */
const START_MS = 120_000;
/** Time between two attempts to connect. */
const POLL_MS = 2;

/**
 * Starts a server on a free port, and waits for its first answer.
 *
 * @throws BenchError if it ends, or does not answer with success
 */
export async function startServer(
  processes: Processes,
  { args, prefix }: Startable,
  first: Sent,
  options?: StartOptions,
): Promise<Running> {
  const port = await freePort();
  const begun = performance.now();
  const started = processes.start(args(port), options);
  const baseUrl = `http://${HOST}:${port}${prefix}`;
  while (!((await accepts(port)) && (await isServing(baseUrl, first)))) {
    const reason = started.isAlive() ? 'did not answer in time' : `ended: ${started.complaint()}`;
    if (!started.isAlive() || performance.now() - begun > START_MS)
      throw new BenchError(`${started.child.spawnargs.join(' ')} ${reason}`);
    await pause(POLL_MS);
  }
  return { ...started, baseUrl, startTime: performance.now() - begun };
}

/** Asked before a request is sent, which takes five times as much processor time from the server that starts. */
function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, HOST);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

async function isServing(baseUrl: string, first: Sent): Promise<boolean> {
  try {
    await ask(baseUrl, first);
    return true;
  } catch (error) {
    if (error instanceof BenchError) throw error;
    // Before it serves, the mock looks whether it may listen there, and closes that connection. Where nothing listens, the
    // system may also give a socket this port for its own, which is connected to itself then.
    return false;
  }
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/**
 * Sends one request on a new connection.
 *
 * @throws BenchError if the answer is no success
 */
export async function ask(baseUrl: string, { method, path, headers, body }: Sent): Promise<Answer> {
  const reply = await request(`${baseUrl}${path}`, { method, headers, body: body ?? null, reset: true });
  const text = await reply.body.text();
  if (reply.statusCode >= 200 && reply.statusCode < 300)
    return { status: reply.statusCode, headers: reply.headers, body: text };
  throw new BenchError(`${method} ${baseUrl}${path} was answered ${reply.statusCode}: ${text}`);
}
