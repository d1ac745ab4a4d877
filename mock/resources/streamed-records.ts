import { JsonError, parseJson, pointerTo } from '../../openapi/contract';
import { createPauses } from '../world/rules/pauses';
import { createJsonSplitter, type SplitterOptions } from './split-json';

/** What becomes of the records of a JSON text that comes in pieces. */
interface Reading extends SplitterOptions {
  /** An array of records begins, to which these members lead. */
  begin(names: readonly string[]): void;
  /** The next record. @param array the pointer to the array in which it is, at this place */
  take(record: unknown, array: string, place: number): void;
  /** @param pointer where the text is no JSON; undefined: outside of the records */
  refuse(problem: string, pointer: string | undefined): never;
}

/**
 * Reads records one by one, with pauses for other work, so that they need not all be there as text.
 *
 * @returns the value of all that is no record, in which the arrays are empty
 */
export async function readStreamedRecords(pieces: AsyncIterable<Uint8Array>, reading: Reading): Promise<unknown> {
  const pause = createPauses();
  const splitter = createJsonSplitter(reading);
  const batch = createBatch();
  let array = '';
  /** How many records of the array have been taken. */
  let taken = 0;
  const read = (text: Uint8Array, nth = 0): unknown =>
    readPart(text, (problem) => reading.refuse(problem, `${array}/${taken + nth}`));
  const take = async (records: readonly unknown[]): Promise<void> => {
    for (const record of records) {
      reading.take(record, array, taken);
      taken += 1;
      const waiting = pause();
      if (waiting !== undefined) await waiting;
    }
  };
  for await (const piece of pieces) {
    for (const part of splitter.feed(piece)) {
      if (part.kind === 'array') {
        await take(batch.read(read));
        reading.begin(part.names);
        array = pointerTo('', ...part.names);
        taken = 0;
      } else if (!batch.add(part.text)) {
        await take(batch.read(read));
        if (!batch.add(part.text)) await take([read(part.text)]);
      }
    }
  }
  await take(batch.read(read));
  return readPart(splitter.rest(), (problem) => reading.refuse(problem, undefined));
}

/** So many bytes are parsed at once: a call for each record would take longer than the record. */
const BATCH = 2 ** 14;
const COMMA = 0x2c;

/** The texts of some records. */
function createBatch() {
  const kept = Buffer.alloc(BATCH);
  let length = 0;
  let ends: number[] = [];
  return {
    /** False where there is no room for it. */
    add(text: Uint8Array): boolean {
      const end = length + text.length;
      if (end >= BATCH) return false;
      kept.set(text, length);
      kept[end] = COMMA;
      length = end + 1;
      ends.push(end);
      return true;
    },
    /**
     * The values of all that was added since the last time.
     *
     * @param readOne is asked for each of them where they can't be read together: it knows which is to be refused
     */
    read(readOne: (text: Uint8Array, nth: number) => unknown): readonly unknown[] {
      const texts = kept.subarray(0, length);
      const own = ends;
      length = 0;
      ends = [];
      const textAt = (nth: number) => texts.subarray((own[nth - 1] ?? -1) + 1, own[nth]);
      return readTogether(texts, own.length) ?? own.map((_, nth) => readOne(textAt(nth), nth));
    },
  };
}

/** Undefined where they are not so many values of JSON. */
function readTogether(texts: Uint8Array, count: number): readonly unknown[] | undefined {
  if (count === 0) return [];
  try {
    const read = parseJson(`[${utf8.decode(texts.subarray(0, -1))}]`);
    return Array.isArray(read) && read.length === count ? read : undefined;
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function readPart(bytes: Uint8Array, refuse: (problem: string) => never): unknown {
  try {
    return parseJson(utf8.decode(bytes));
  } catch (error) {
    // A line and a column would count from the beginning of the part.
    return refuse(
      error instanceof JsonError ? error.message.replace(/ at line \d+, column \d+$/, '') : 'it is no UTF-8',
    );
  }
}
