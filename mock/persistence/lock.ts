import { createHash, randomBytes } from 'node:crypto';
import { link, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
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
    for (let holder = await take(path, self); holder !== undefined; holder = await take(path, self)) {
      if (holder !== 'ended') throw inUse(file, holder.pid);
      await setTimeout(TURN_MS);
    }
  } catch (error) {
    throw error instanceof ContractError ? error : unwritable(file, error);
  }
  return () => rm(path, { force: true });
}

/**
 * Takes a lock if nobody has it. One whose holder has ended is removed by whoever has the lock named after its text: of
 * several that find it so no one removes the lock of another that has been faster.
 *
 * @returns undefined once it is taken, or who has it; `ended`: try again
 */
async function take(path: string, self: Holder): Promise<Holder | 'ended' | undefined> {
  if (await make(path, self)) return undefined;
  const text = await textIn(path);
  if (text === undefined) return 'ended';
  const holder = holderIn(text);
  if (holder !== undefined && (await isRunning(holder, self))) return holder;
  // Where there are no hard links its holder may be about to write it.
  if (text === '' && (await ageOf(path)) < WRITTEN_MS) return 'ended';
  const removing = `${path}.${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
  if ((await take(removing, self)) === undefined) {
    try {
      if ((await textIn(path)) === text) await rm(path, { force: true });
    } finally {
      await rm(removing, { force: true });
    }
  }
  return 'ended';
}

/** Between two turns, in milliseconds. */
const TURN_MS = 20;
/** By then a lock has its text. */
const WRITTEN_MS = 2000;

/** @returns false where there is such a file. Where the file system has hard links it has its text from its first moment. */
async function make(path: string, self: Holder): Promise<boolean> {
  const whole = `${path}.${randomBytes(6).toString('hex')}`;
  const write = (name: string): Promise<void> => writeFile(name, `${JSON.stringify(self)}\n`, { flag: 'wx' });
  try {
    await write(whole);
    await link(whole, path).catch((error: NodeJS.ErrnoException) => {
      if (!NO_LINKS.includes(error.code ?? '')) throw error;
      return write(path);
    });
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // ENOENT: another mock has taken it for a leftover.
    if (code === 'EEXIST' || (code === 'ENOENT' && (await isThere(dirname(path))))) return false;
    throw error;
  } finally {
    await rm(whole, { force: true });
  }
}

/** What a file system without hard links says. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** In milliseconds; of no file it is none. */
const ageOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

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
