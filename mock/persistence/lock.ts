import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ContractError, isObject, JsonError, parseJson, reasonOf } from '../../openapi/contract';

/** Who holds a lock. */
interface Holder {
  readonly pid: number;
  /** When the process began, in Unix milliseconds: in a container each run may have the same id. */
  readonly since: number;
  /** Tells the process from others that had its id before or get it later; null where the system does not say. */
  readonly birth: string | null;
}

/**
 * Takes a file for this process alone, by a file beside it, until it is given back. A lock whose process has ended, even by
 * kill -9, counts for nothing.
 *
 * @param file not a link: each of two names of a file would have a lock of its own
 * @returns how to give it back
 * @throws ContractError where another mock has it, or the folder takes no file
 */
export async function lock(file: string): Promise<() => Promise<void>> {
  const path = `${file}.lock`;
  const self: Holder = {
    pid: process.pid,
    since: Math.round(performance.timeOrigin),
    birth: (await birthOf(process.pid)) ?? null,
  };
  try {
    // Refused now rather than at the first change.
    await open(file, 'r+').then(
      (handle) => handle.close(),
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      },
    );
    while (!(await take(path, self))) {
      const text = await textIn(path);
      const holder = holderIn(text);
      if (holder !== undefined && (await isRunning(holder, self))) throw inUse(file, holder.pid);
      await removeStale(path, text);
    }
  } catch (error) {
    throw error instanceof ContractError ? error : unwritable(file, error);
  }
  return () => rm(path, { force: true });
}

/** @returns false where there is such a file */
async function take(path: string, self: Holder): Promise<boolean> {
  const handle = await open(path, 'wx').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return undefined;
    throw error;
  });
  if (handle === undefined) return false;
  try {
    await handle.writeFile(`${JSON.stringify(self)}\n`);
    return true;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** @param text what stood in the lock when it was found to count for nothing: of several that find so, one removes it */
async function removeStale(path: string, text: string | undefined): Promise<void> {
  const moved = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    if ((await textIn(path)) !== text) return;
    await rename(path, moved);
    // Another mock has been faster, and this is its lock.
    if ((await textIn(moved)) !== text) await link(moved, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  }
  await rm(moved, { force: true });
}

/** Undefined where there is no file. */
const textIn = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** Undefined where no process is named: its writer may have been killed before it had written. */
function holderIn(text = ''): Holder | undefined {
  try {
    const found = parseJson(text);
    if (!isObject(found) || typeof found.pid !== 'number' || typeof found.since !== 'number') return undefined;
    const { pid, since, birth } = found;
    return { pid, since, birth: typeof birth === 'string' ? birth : null };
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

async function isRunning({ pid, since, birth }: Holder, self: Holder): Promise<boolean> {
  if (pid === self.pid) return since === self.since;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: there is one, of another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const present = await birthOf(pid);
  return birth === null || present === undefined || present === birth;
}

const inUse = (file: string, pid: number): ContractError =>
  new ContractError(
    file,
    '',
    `is in use by another mock, process ${pid}.`,
    `Stop that one, or name another file with --state; if there is no such mock, delete ${file}.lock.`,
  );

/** Says of a file why it can't be written. */
export function unwritable(file: string, error: unknown): ContractError {
  const { code } = error as NodeJS.ErrnoException;
  const folder = dirname(file);
  if (code === 'ENOENT') {
    return new ContractError(file, '', `can't be written: there is no folder ${folder}.`, 'Make it, or name another.');
  }
  return new ContractError(
    file,
    '',
    `can't be written: ${reasonOf(error)}.`,
    'Name a file with --state that this user may write, in a folder where it may make files.',
  );
}

/** Which start of the system a process belongs to, and when after that it began; undefined where there is no `/proc`. */
async function birthOf(pid: number): Promise<string | undefined> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const status = await readFile(`/proc/${pid}/stat`, 'utf8');
    // proc_pid_stat(5): the 22nd field; the second, in parentheses, may have anything in it.
    const began = status.slice(status.lastIndexOf(')') + 2).split(' ')[19];
    return began && `${boot.trim()} ${began}`;
  } catch {
    return undefined;
  }
}
