import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { bytesUpTo, filePieces, MAX_RECORDS_BYTES, reasonOf } from '../../openapi/contract';
import { UsageError } from '../../openapi/program/failure';

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
      `${name} is not a HAR file that can be read: ${reason}. Name files that a browser or a recorder has saved as HAR.`,
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

/** Undefined where there is none, or it is a pipe or a device: those can't be read twice, and may wait for their writer. */
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
    throw new UsageError(
      `${name} is not a HAR file that can be read: the entry at byte ${offset} is not JSON. Save it again.`,
    );
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

/** Where an entry stands in the bytes of a HAR. */
export interface EntryPlace {
  readonly offset: number;
  readonly length: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPENING: readonly number[] = [0x7b, 0x5b];
const CLOSING: readonly number[] = [0x7d, 0x5d];
const BLANK: readonly number[] = [0x20, 0x09, 0x0a, 0x0d];

/** The entries stand in `log.entries`: within three levels. */
const ENTRIES_DEPTH = 3;

/**
 * Finds the entries of a HAR as its bytes come, without keeping them: a file may be larger than what a text of V8 can hold.
 * UTF-8 has the bytes of ASCII for nothing else, so that nothing needs to be decoded.
 */
export function createEntryFinder() {
  const places: EntryPlace[] = [];
  /** The last name at depth 1 and 2. */
  const names: string[] = ['', '', ''];
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let lastString: number[] = [];
  let isList = false;
  let hasEntries = false;
  let beganAt = 0;
  let offset = 0;
  let isOver = false;

  const open = (byte: number, at: number): void => {
    depth += 1;
    if (depth === ENTRIES_DEPTH && names[1] === 'log' && names[2] === 'entries') {
      if (byte !== 0x5b) throw new Error('its log.entries is no array');
      isList = true;
      hasEntries = true;
    } else if (isList && depth === ENTRIES_DEPTH + 1) beganAt = at;
  };

  const close = (at: number): void => {
    depth -= 1;
    if (depth === 0) isOver = true;
    if (depth === ENTRIES_DEPTH - 1) isList = false;
    if (isList && depth === ENTRIES_DEPTH) places.push({ offset: beganAt, length: at + 1 - beganAt });
  };

  const step = (byte: number, at: number): void => {
    if (OPENING.includes(byte)) open(byte, at);
    else if (CLOSING.includes(byte)) close(at);
    else if (byte === COLON && depth < ENTRIES_DEPTH) names[depth] = Buffer.from(lastString).toString();
    else if (byte === COMMA && depth < ENTRIES_DEPTH) names[depth] = '';
    else if (depth === 0 && !BLANK.includes(byte) && (at > 2 || !BYTE_ORDER_MARK.includes(byte)))
      throw new Error(isOver ? 'something stands behind its end' : 'it is no JSON object');
    else if (isList && depth === ENTRIES_DEPTH && byte !== COMMA && !BLANK.includes(byte))
      throw new Error(`entry ${places.length + 1} is no object`);
  };

  return {
    /** @throws Error whose message says in a few words why these are not the bytes of a HAR */
    take(bytes: Uint8Array): void {
      for (let index = 0; index < bytes.length; index += 1) {
        const byte = bytes[index] ?? 0;
        if (!isInString) {
          if (byte === QUOTE && depth > 0) {
            isInString = true;
            lastString = [];
          } else step(byte, offset + index);
        } else if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInString = false;
        else if (depth < ENTRIES_DEPTH && lastString.length < LONGEST_NAME) lastString.push(byte);
      }
      offset += bytes.length;
    },
    places,
    /** Whether `log.entries` has begun. */
    get hasEntries(): boolean {
      return hasEntries;
    },
    /** Whether all that was opened was closed. */
    get isWhole(): boolean {
      return isOver;
    },
  };
}

/** Longer than the names that matter. */
const LONGEST_NAME = 16;

/** Some tools begin their files with one. */
const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];
