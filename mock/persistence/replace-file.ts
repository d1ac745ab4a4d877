import {
  constants,
  copyFile,
  type FileHandle,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { bytesUpTo, MAX_RECORDS_BYTES, readTextFile } from '../../openapi/contract';

/** What to do about a state file that can't be used. */
export const REMEDY = 'Name another file with --state, or delete this one to begin with the fixtures.';

/** So much is gathered before it is written. */
const CHUNK = 2 ** 18;

/**
 * Writes a file as a whole or not at all: a reader, also after a crash, finds the old content or the new one. Other
 * work goes on between the pieces.
 *
 * @param file not a link, which would no longer be one; it keeps its permissions
 * @throws an error of Node; then the file is as it was
 */
export async function replaceFile(file: string, pieces: AsyncIterable<string>): Promise<void> {
  const mode = await stat(file).then(
    (found) => found.mode & 0o777,
    () => undefined,
  );
  const temporary = `${file}.${process.pid}.tmp`;
  // Never through a link that another process has put there.
  await rm(temporary, { force: true });
  const handle = await open(temporary, 'wx', mode);
  try {
    if (mode !== undefined) await handle.chmod(mode);
    await writeAll(handle, pieces);
    await handle.datasync();
    await handle.close();
    await rename(temporary, file);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
}

/** @throws an error of Node for a missing file, and others for one that can't be read */
export const readSaved = (file: string): Promise<string> => readTextFile(file, bytesUpTo(MAX_RECORDS_BYTES));

/** Removes what a process that was killed while it wrote this file, or removed a lock of it, has left. */
export async function removeLeftovers(file: string): Promise<void> {
  const folder = dirname(file);
  const start = `${basename(file)}.`;
  const left = (await readdir(folder)).filter(
    (name) => name.startsWith(start) && /^(\d+\.tmp|lock(\.[0-9a-f]{12})+)$/.test(name.slice(start.length)),
  );
  for (const name of left) await rm(join(folder, name), { force: true });
}

/** Copies a file, and gives the name of the copy: one beside it that no file has yet. */
export async function copyBeside(file: string): Promise<string> {
  for (let nth = 1; ; nth += 1) {
    const copy = `${file}.${nth}.bak`;
    try {
      await copyFile(file, copy, constants.COPYFILE_EXCL);
      return copy;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** The file that a name stands for, there or not: another one where the name is a link. */
export async function targetOf(name: string): Promise<string> {
  const link = await readlink(name).catch(() => undefined);
  if (link === undefined) return name;
  return realpath(name).catch(async (error: NodeJS.ErrnoException) => {
    // Links that lead to each other are refused where the file is opened.
    if (error.code !== 'ENOENT') return name;
    return targetOf(resolve(await realpath(dirname(name)), link));
  });
}

async function writeAll(handle: FileHandle, pieces: AsyncIterable<string>): Promise<void> {
  let waiting = '';
  for await (const piece of pieces) {
    waiting += piece;
    if (waiting.length >= CHUNK) {
      await handle.writeFile(waiting);
      waiting = '';
    }
    await setImmediate();
  }
  await handle.writeFile(waiting);
}

/** So that the new name survives a crash of the machine; not every system can do it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
