import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { bytesUpTo, filePieces, MAX_RECORDS_BYTES, reasonOf } from '../../openapi/contract';
import { UsageError } from '../../openapi/program/failure';
import { createEntryFinder, type EntryPlace } from './find-entries';

/** A HAR, of which no more than one entry at a time is in memory. */
export interface HarFile {
  /** As a message names it. */
  readonly name: string;
  readonly places: readonly EntryPlace[];
  /** Whether it ends in the middle, as a recorder leaves it that was ended. */
  readonly isCut: boolean;
  /** The JSON value of an entry. @throws UsageError where it is none */
  read(place: EntryPlace): unknown;
  close(): void;
}

/** What stands for standard input. */
const STANDARD_INPUT = '-';

/** Of a file that can be read again its entries are looked up there; of a pipe the bytes are kept. */
export async function openHar(path: string): Promise<HarFile> {
  const name = path === STANDARD_INPUT ? 'standard input' : path;
  const file = path === STANDARD_INPUT ? undefined : openRegular(path);
  const kept: Uint8Array[] = [];
  const finder = createEntryFinder();
  let first: Uint8Array | undefined;
  try {
    for await (const piece of piecesOf(path, file !== undefined)) {
      first ??= beginningOf(piece);
      finder.take(piece);
      if (file === undefined) kept.push(piece);
    }
    if (first === undefined) throw new Error('it is empty');
    if (!finder.hasEntries)
      throw new Error(finder.isWhole ? 'it has no log.entries' : 'it ends before its log.entries');
  } catch (error) {
    if (file !== undefined) closeSync(file);
    const reason = reasonOf(error);
    throw new UsageError(
      `${name} is no HAR that can be read: ${reason}. Name files that a browser or a recorder has saved as HAR.`,
    );
  }
  const bytes = file === undefined ? Buffer.concat(kept) : undefined;
  return {
    name,
    places: finder.places,
    isCut: !finder.isWhole,
    read: (place) => jsonOf(bytes === undefined ? readAt(file ?? 0, place) : partOf(bytes, place), name, place),
    close: () => {
      if (file !== undefined) closeSync(file);
    },
  };
}

/** Undefined where there is none, or it is a pipe or a device: those can't be read twice, and may wait for whoever writes. */
const openRegular = (path: string): number | undefined =>
  statSync(path, { throwIfNoEntry: false })?.isFile() === true ? openSync(path, 'r') : undefined;

const piecesOf = (path: string, isRegular: boolean): AsyncIterable<Uint8Array> =>
  path === STANDARD_INPUT
    ? process.stdin
    : filePieces(path, bytesUpTo(isRegular ? Number.MAX_SAFE_INTEGER : MAX_RECORDS_BYTES));

const partOf = (bytes: Buffer, { offset, length }: EntryPlace): Buffer => bytes.subarray(offset, offset + length);

function readAt(file: number, { offset, length }: EntryPlace): Buffer {
  const bytes = Buffer.alloc(length);
  const read = readSync(file, bytes, 0, length, offset);
  return bytes.subarray(0, read);
}

function jsonOf(bytes: Buffer, name: string, { offset }: EntryPlace): unknown {
  try {
    // Bodies are texts in it, so that no number of theirs is rounded.
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new UsageError(`${name} is no HAR that can be read: the entry at byte ${offset} is no JSON. Save it again.`);
  }
}

/** @throws Error for what looks like another kind of file */
function beginningOf(piece: Uint8Array): Uint8Array {
  const bytes = Buffer.from(piece.subarray(0, 4)).toString('latin1');
  if (bytes.startsWith('PK'))
    throw new Error('it is a zip archive; unpack it, or have the recorder save one .har file with the bodies in it');
  if (bytes.startsWith('\x1f\x8b')) throw new Error('it is compressed by gzip; unpack it first');
  return piece;
}
