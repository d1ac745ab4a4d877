import { spawn } from 'node:child_process';
import { clearTimeout, setTimeout } from 'node:timers';

/** What came of a command of the user's. */
export interface Executed {
  /** What it printed, as far as the first 64 KiB go. */
  readonly stdout: string;
  readonly stderr: string;
  /** Why it did not do what it was asked to, such as `it ended with the status 3`; undefined where it did. */
  readonly failure: string | undefined;
}

interface Execution {
  /** What stands on its standard input. */
  readonly input: string;
  /** Variables beside those that we have ourselves. */
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds after which it is ended, and all that it has started. */
  readonly timeoutMs: number;
  /** Ends it earlier. */
  readonly signal?: AbortSignal | undefined;
}

const MOST_BYTES = 64 * 1024;

/** Runs a line of the shell (`sh -c`, on Windows `cmd`) to its end. Never rejects. */
export function execute(line: string, { input, env, timeoutMs, signal }: Execution): Promise<Executed> {
  return new Promise((resolve) => {
    const isGroup = process.platform !== 'win32';
    // A group of its own, so that what it has started ends with it.
    const child = spawn(line, { shell: true, detached: isGroup, env: { ...process.env, ...env } });
    const [stdout, stderr] = [collected(child.stdout), collected(child.stderr)];
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

/** Gathers the beginning of a stream, and lets the rest go by. */
function collected(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    if (bytes < MOST_BYTES) chunks.push(chunk);
    bytes += chunk.length;
  });
  return () => Buffer.concat(chunks).subarray(0, MOST_BYTES).toString('utf8');
}
