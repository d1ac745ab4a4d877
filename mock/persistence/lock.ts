import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ContractError, isObject, JsonError, parseJson, reasonOf } from '../../openapi/contract';

/** Who holds a lock. */
interface Holder {
  readonly pid: number;
  /** When the process began, in Unix milliseconds: in a container each run may have the same id. */
  readonly since: number;
}

/**
 * Takes a file for this process alone, by a file beside it, until it is given back. A lock whose process has ended, even by
 * kill -9, counts for nothing.
 *
 * @returns how to give it back
 * @throws ContractError where another mock has it, or the folder takes no file
 */
export async function lock(file: string): Promise<() => Promise<void>> {
  const path = `${file}.lock`;
  const self: Holder = { pid: process.pid, since: Math.round(performance.timeOrigin) };
  const take = (): Promise<void> => writeFile(path, `${JSON.stringify(self)}\n`, { flag: 'wx' });
  try {
    // Refused now rather than at the first change.
    await open(file, 'r+').then(
      (handle) => handle.close(),
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      },
    );
    await take().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      const holder = await holderOf(path);
      if (holder !== undefined && isRunning(holder, self)) throw inUse(file, holder.pid);
      await rm(path, { force: true });
      await take();
    });
  } catch (error) {
    throw error instanceof ContractError ? error : unusable(file, error);
  }
  return () => rm(path, { force: true });
}

async function holderOf(path: string): Promise<Holder | undefined> {
  try {
    const found = parseJson(await readFile(path, 'utf8'));
    if (!isObject(found) || typeof found.pid !== 'number' || typeof found.since !== 'number') return undefined;
    return { pid: found.pid, since: found.since };
  } catch (error) {
    // It has gone meanwhile, or its writer was killed before it had written.
    if (error instanceof JsonError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isRunning({ pid, since }: Holder, self: Holder): boolean {
  if (pid === self.pid) return since === self.since;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: there is one, of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const inUse = (file: string, pid: number): ContractError =>
  new ContractError(
    file,
    '',
    `is in use by another mock, process ${pid}.`,
    `Stop that one, or name another file with --state; if there is no such mock, delete ${file}.lock.`,
  );

function unusable(file: string, error: unknown): ContractError {
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
