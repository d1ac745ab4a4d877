import { join } from 'node:path';
import { type Ended, startProgram } from '../../openapi/program/testing/child';

/** The built command, as users get it. */
export const COMMAND = join(__dirname, '../../dist/bin/animal-store-mock.js');

interface Running {
  readonly pid: number | undefined;
  readonly baseUrl: string;
  /** What it has written to standard output so far. */
  stdout(): string;
  stderr(): string;
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

/** Runs the command to its end. */
export function runCommand(args: readonly string[], input = ''): Promise<Ended> {
  const { child, ended } = startProgram(COMMAND, args, process.env);
  child.stdin.end(input);
  return ended();
}

/** Starts the command on a free port, and resolves once it has printed its base URL. */
export async function startCommand(args: readonly string[], input?: string): Promise<Running> {
  const { child, written, ended } = startProgram(COMMAND, ['--port', '0', ...args], process.env);
  if (input !== undefined) child.stdin.end(input);
  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const url = /https?:\/\/\S+/.exec(written.stdout.split('\n')[0] ?? '');
      if (url !== null && written.stdout.includes('\n')) resolve(url[0]);
    });
    child.once('exit', () => reject(new Error(`it ended: ${written.stderr}`)));
  });
  return {
    pid: child.pid,
    baseUrl,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended();
    },
  };
}
