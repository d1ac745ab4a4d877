import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { clearTimeout, setTimeout } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';

/** What came of a command of the user's. */
interface Executed {
  /** What it printed, as far as it was kept. */
  readonly stdout: string;
  readonly stderr: string;
  /** Why it did not do what it was asked to, such as `it ended with the status 3`; undefined where it did. */
  readonly failure: string | undefined;
  /** Whether it came to its own end, with whatever status. */
  readonly hasEnded: boolean;
}

interface Execution {
  /** What stands on its standard input. */
  readonly input: string;
  /**
   * Of what it prints, its first 64 KiB are kept, or its last MiB; or nothing: then it prints to where this program does.
   * Default: the first.
   */
  readonly keep?: 'first' | 'last' | 'nothing';
  /** Variables beside those that we have ourselves. */
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds after which it is ended, and all that it has started. */
  readonly timeoutMs: number;
  /** Ends it earlier. */
  readonly signal?: AbortSignal | undefined;
}

const MOST_BYTES = { first: 2 ** 16, last: 2 ** 20 };

/** Milliseconds in which what the command leaves running may still write its last words. */
const DRAIN_MS = 1000;
/** Milliseconds in which what was ended is gone, unless no process waits for it, so that it stays as a zombie without ports. */
const GONE_MS = 250;

/**
 * Runs a command to its end; what it has started in the background is ended then. Never rejects.
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
    const out = keep === 'nothing' ? 'inherit' : 'pipe';
    const stdio = ['pipe', out, out] satisfies StdioOptions;
    const settings = { detached: isGroup, env: { ...process.env, ...env }, stdio };
    const [program = '', ...args] = [command].flat();
    const child =
      typeof command === 'string'
        ? spawn(command, { ...settings, shell: true })
        : spawn(program, args, { ...settings, shell: !isGroup });
    const [stdout, stderr] = [collected(child.stdout, keep), collected(child.stderr, keep)];
    let ended: string | undefined;
    const end = (why: string): void => {
      ended ??= why;
      if (isGroup) signalGroup(child.pid, 'SIGKILL');
      else child.kill('SIGKILL');
    };
    const timer = setTimeout(() => end(`it has not ended within ${timeoutMs / 1000} seconds`), timeoutMs);
    const interrupt = (): void => end('it was interrupted');
    if (signal?.aborted === true) interrupt();
    signal?.addEventListener('abort', interrupt, { once: true });
    const settle = (failure: string | undefined, hasEnded: boolean): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', interrupt);
      resolve({ stdout: stdout(), stderr: stderr(), failure, hasEnded });
    };
    child.once('error', (error) => settle(`it can't be run: ${error.message}`, false));
    const finish = async (code: number | null, name: NodeJS.Signals | null): Promise<void> => {
      // What it leaves running may hold these open for as long as it likes.
      await closedWithin(child, DRAIN_MS);
      if (isGroup && signalGroup(child.pid, 'SIGKILL')) await goneWithin(child.pid, GONE_MS);
      for (const stream of [child.stdout, child.stderr]) stream?.destroy();
      settle(ended ?? failureOf(code, name), ended === undefined && name === null);
    };
    child.once('exit', (code, name) => void finish(code, name));
    // It may end without having read it.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

/** @returns whether there was anything of the group that could get the signal; 0 asks for no more than that */
function signalGroup(pid: number | undefined, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** Waits until all that has the streams of a child has closed them. */
const closedWithin = (child: ChildProcess, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    child.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Waits until nothing of a group is left that was ended: only then are its ports free. */
async function goneWithin(pid: number | undefined, milliseconds: number): Promise<void> {
  const until = performance.now() + milliseconds;
  while (signalGroup(pid, 0) && performance.now() < until) await sleep(10);
}

function failureOf(code: number | null, signal: NodeJS.Signals | null): string | undefined {
  if (signal !== null) return `it was ended by ${signal}`;
  return code === 0 ? undefined : `it ended with the status ${code}`;
}

/** Gathers the beginning of a stream, or its end, and lets the rest go by. */
function collected(stream: NodeJS.ReadableStream | null, keep: 'first' | 'last' | 'nothing'): () => string {
  if (stream === null || keep === 'nothing') return () => '';
  const most = MOST_BYTES[keep];
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    if (keep === 'first' && bytes >= most) return;
    chunks.push(chunk);
    bytes += chunk.length;
    // Of a long one no more is held than what is kept, and the chunk that it begins in.
    while (keep === 'last' && bytes - (chunks[0]?.length ?? 0) >= most) bytes -= chunks.shift()?.length ?? 0;
  });
  return () => {
    const all = Buffer.concat(chunks);
    return (keep === 'first' ? all.subarray(0, most) : all.subarray(-most)).toString('utf8');
  };
}
