import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';

/** The built command, as users get it. */
const COMMAND = join(__dirname, '../../dist/bin/animal-store-mock.js');

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill();
});

interface Ended {
  /** The exit status; null if a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Running {
  readonly baseUrl: string;
  /** What it has written to standard output so far. */
  stdout(): string;
  stderr(): string;
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

// `process.env` is passed explicitly: in Jest it is a copy, which the child would not get.

/** Runs the command to its end. */
export async function runCommand(args: readonly string[], input = ''): Promise<Ended> {
  const child = spawn(process.execPath, [COMMAND, ...args], { env: process.env });
  child.stdin.end(input);
  return ended(child, gather(child));
}

/** Starts the command on a free port, and resolves once it has printed its base URL. */
export async function startCommand(args: readonly string[], input?: string): Promise<Running> {
  const child = spawn(process.execPath, [COMMAND, '--port', '0', ...args], { env: process.env });
  // If a test fails before it stops the mock, Jest neither waits for the process nor leaves it running.
  running.add(child);
  child.once('exit', () => running.delete(child));
  for (const handle of [child, child.stdout as Socket, child.stderr as Socket]) handle.unref();
  if (input !== undefined) child.stdin.end(input);
  const output = gather(child);
  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const url = /https?:\/\/\S+/.exec(output.stdout.split('\n')[0] ?? '');
      if (url !== null && output.stdout.includes('\n')) resolve(url[0]);
    });
    child.once('exit', () => reject(new Error(`it ended: ${output.stderr}`)));
  });
  return {
    baseUrl,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended(child, output);
    },
  };
}

function gather(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (data: Buffer) => {
    output.stdout += data.toString();
  });
  child.stderr?.on('data', (data: Buffer) => {
    output.stderr += data.toString();
  });
  return output;
}

async function ended(child: ChildProcess, output: { stdout: string; stderr: string }): Promise<Ended> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return { code: child.exitCode, ...output };
}
