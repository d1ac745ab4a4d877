import { spawn } from 'node:child_process';
import { clearTimeout, setTimeout } from 'node:timers';

/** What came of a command of the user's. */
export interface Executed {
  /** What it printed: 64 KiB of it. */
  readonly stdout: string;
  readonly stderr: string;
  /** Why it did not do what it was asked to, such as `it ended with the status 3`; undefined where it did. */
  readonly failure: string | undefined;
}

interface Execution {
  /** What stands on its standard input. */
  readonly input: string;
  /** Which 64 KiB of what it prints are kept. Default: the first. */
  readonly keep?: 'first' | 'last';
  /** Variables beside those that we have ourselves. */
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds after which it is ended, and all that it has started. */
  readonly timeoutMs: number;
  /** Ends it earlier. */
  readonly signal?: AbortSignal | undefined;
}

const MOST_BYTES = 64 * 1024;

/**
 * Runs a command to its end. Never rejects.
 *
 * @param command a line of the shell (`sh -c`, on Windows `cmd`), or a program with its arguments
 */
export function execute(
  command: string | readonly string[],
  { input, env, timeoutMs, signal, keep = 'first' }: Execution,
): Promise<Executed> {
  return new Promise((resolve) => {
    const isGroup = process.platform !== 'win32';
    // A group of its own, so that what it has started ends with it.
    const settings = { detached: isGroup, env: { ...process.env, ...env } };
    const [program = '', ...args] = [command].flat();
    const child =
      typeof command === 'string'
        ? spawn(command, { ...settings, shell: true })
        : spawn(program, args, { ...settings, shell: !isGroup });
    const [stdout, stderr] = [collected(child.stdout, keep), collected(child.stderr, keep)];
    let ended: string | undefined;
    const end = (why: string): void => {
      ended ??= why;
      try {
        if (isGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
        else child.kill('SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    };
    const timer = setTimeout(() => end(`it has not ended within ${timeoutMs / 1000} seconds`), timeoutMs);
    const interrupt = (): void => end('it was interrupted');
    if (signal?.aborted === true) interrupt();
    signal?.addEventListener('abort', interrupt, { once: true });
    const settle = (failure: string | undefined): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', interrupt);
      resolve({ stdout: stdout(), stderr: stderr(), failure });
    };
    child.once('error', (error) => settle(`it can't be run: ${error.message}`));
    child.once('close', (code, name) => settle(ended ?? failureOf(code, name)));
    // It may end without having read it.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

function failureOf(code: number | null, signal: NodeJS.Signals | null): string | undefined {
  if (signal !== null) return `it was ended by ${signal}`;
  return code === 0 ? undefined : `it ended with the status ${code}`;
}

/** Gathers the beginning of a stream, or its end, and lets the rest go by. */
function collected(stream: NodeJS.ReadableStream, keep: 'first' | 'last'): () => string {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    if (keep === 'first' && bytes >= MOST_BYTES) return;
    chunks.push(chunk);
    bytes += chunk.length;
    // Of a long one no more is held than what is kept, and the chunk that it begins in.
    while (keep === 'last' && bytes - (chunks[0]?.length ?? 0) >= MOST_BYTES) bytes -= chunks.shift()?.length ?? 0;
  });
  return () => {
    const all = Buffer.concat(chunks);
    return (keep === 'first' ? all.subarray(0, MOST_BYTES) : all.subarray(-MOST_BYTES)).toString('utf8');
  };
}
