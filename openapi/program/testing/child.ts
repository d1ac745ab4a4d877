import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';

const running = new Set<ChildProcess>();
// Also if a test fails halfway: Jest neither waits for a process nor ends it.
afterAll(async () => {
  await Promise.all(
    [...running].map(async (child) => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }),
  );
});

export interface Ended {
  /** The exit status; null where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Program {
  readonly child: ChildProcessWithoutNullStreams;
  /** What it has written so far. */
  readonly written: { readonly stdout: string; readonly stderr: string };
  /** Waits for its end, and for all that it has written. */
  ended(): Promise<Ended>;
}

/**
 * Starts a program of this package; it is ended after the tests of the file, if it still runs.
 *
 * @param script its file, run by this Node
 * @param env given explicitly: in Jest `process.env` is a copy, which the program would not get
 */
export const startProgram = (script: string, args: readonly string[], env: NodeJS.ProcessEnv): Program =>
  start(process.execPath, [script, ...args], env);

/**
 * The same by way of a shell.
 *
 * @param line of bash, with `"$@"` where the program belongs, such as `exec "$@" 2>/dev/full`
 */
export const startInShell = (line: string, script: string, args: readonly string[], env: NodeJS.ProcessEnv): Program =>
  start('bash', ['-c', line, 'bash', process.execPath, script, ...args], env);

/**
 * Runs bash to its end, with nothing to read.
 *
 * @returns what it has printed: its output, then its errors
 */
export async function runBash(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<{ readonly code: number | null; readonly printed: string }> {
  const { child, ended } = start('bash', args, env, cwd);
  child.stdin.end();
  const { code, stdout, stderr } = await ended();
  return { code, printed: stdout + stderr };
}

function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv, cwd?: string): Program {
  const child = spawn(command, args, { env, cwd });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
    });
  const closed = once(child, 'close');
  return {
    child,
    written,
    ended: async () => {
      await closed;
      return { code: child.exitCode, ...written };
    },
  };
}
