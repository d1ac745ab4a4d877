import { type FileHandle, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

/** So much is gathered before it is written. */
const CHUNK = 2 ** 18;

/**
 * Writes a file as a whole or not at all: whoever reads it, also after a crash, finds the old content or the new one. Other
 * work goes on between the pieces.
 *
 * @throws an error of Node; then the file is as it was
 */
export async function replaceFile(file: string, pieces: AsyncIterable<string>): Promise<void> {
  // A link stays one, and the file that it leads to keeps its permissions.
  const target = await realpath(file).catch(() => file);
  const mode = await stat(target).then(
    (found) => found.mode & 0o777,
    () => undefined,
  );
  const temporary = temporaryOf(target);
  const handle = await open(temporary, 'w', mode);
  try {
    if (mode !== undefined) await handle.chmod(mode);
    await writeAll(handle, pieces);
    await handle.datasync();
    await handle.close();
    await rename(temporary, target);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(target));
}

/** Removes what a process that was killed while it wrote this file has left. */
export async function removeLeftovers(file: string): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const folder = dirname(target);
  const names = await readdir(folder);
  const left = names.filter((name) => name.startsWith(`${basename(target)}.`) && /\.\d+\.tmp$/.test(name));
  for (const name of left) await rm(join(folder, name), { force: true });
}

/** In the same folder, since no file is renamed from one file system to another. */
const temporaryOf = (target: string): string => `${target}.${process.pid}.tmp`;

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
