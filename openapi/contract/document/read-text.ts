import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { types } from 'node:util';

/** So much is read at once. */
const CHUNK = 2 ** 18;
/** A pipe without a writer is given up after so long: its writer may be about to start. */
const WRITER_MS = 2000;
const POLL_MS = 20;

/** How many bytes may still be read. What shares a budget can't come to more together. */
export interface ByteBudget {
  left: number;
  /** How many there were, for the message. */
  readonly most: number;
}

export const bytesUpTo = (most: number): ByteBudget => ({ left: most, most });

/** A file's text; of a device without an end no more than the budget. Errors are Node's, or say in a few words why it can't be read. */
export const readTextFile = (file: string, budget: ByteBudget): Promise<string> => joined(filePieces(file, budget));

/** A file's bytes, read as the consumer takes them; which files it reads and what it throws, `readTextFile` says. */
export async function* filePieces(file: string, budget: ByteBudget): AsyncGenerator<Uint8Array> {
  // Otherwise the system would wait for the writer of a pipe.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const status = await handle.stat();
    if (status.isFile() && status.size > budget.left) throw tooLarge(budget);
    yield* within(piecesOf(handle, status.isFIFO()), budget);
  } finally {
    await handle.close();
  }
}

/** The text of a stream of bytes, which throws where they are too many or no UTF-8. */
export const textOf = (pieces: AsyncIterable<Uint8Array>, budget: ByteBudget): Promise<string> =>
  joined(within(pieces, budget));

async function* within(pieces: AsyncIterable<Uint8Array>, budget: ByteBudget): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    budget.left -= piece.length;
    if (budget.left < 0) throw tooLarge(budget);
    yield piece;
  }
}

async function joined(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = [];
  for await (const piece of pieces) read.push(piece);
  const bytes = Buffer.concat(read);
  const [first, second] = bytes;
  if ((first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)) {
    throw new Error('it is UTF-16, not UTF-8');
  }
  return bytes.toString('utf8');
}

async function* piecesOf(handle: FileHandle, isPipe: boolean): AsyncGenerator<Uint8Array> {
  let waited = 0;
  for (;;) {
    const bytes = await nextOf(handle);
    if (bytes === 'later') {
      await setTimeout(POLL_MS);
    } else if (bytes.length > 0) {
      waited = Number.POSITIVE_INFINITY;
      yield bytes;
    } else if (!isPipe || waited === Number.POSITIVE_INFINITY) {
      return;
    } else if (waited >= WRITER_MS) {
      throw new Error('it is a pipe that no program writes to');
    } else {
      await setTimeout(POLL_MS);
      waited += POLL_MS;
    }
  }
}

/** What can be read at once; nothing at the end, `later` where the writer of a pipe is yet to write. */
async function nextOf(handle: FileHandle): Promise<Uint8Array | 'later'> {
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, null);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    // `read` throws errors of Node.
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 'later';
    throw error;
  }
}

const tooLarge = ({ most }: ByteBudget): Error => new Error(`it is larger than ${most / 2 ** 20} MiB`);

/** What the errors of a system mean, by their codes. */
const REASONS: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'no such file'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of its path is no folder'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
]);

/** Why a file or a URL could not be read or written, in a few words: no capital letter, no full stop. */
export function reasonOf(error: unknown): string {
  if (!types.isNativeError(error)) return String(error);
  const known = REASONS.get((error as NodeJS.ErrnoException).code);
  if (known !== undefined) return known;
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`;
}
