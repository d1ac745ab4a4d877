import { JsonError, parseJson, pointerTo } from '../../openapi/contract';
import { createPauses } from '../world/rules/pauses';

/** What becomes of the records of a JSON text that comes in pieces. */
interface Reading extends SplitterOptions {
  /** An array of records begins, to which these members lead. */
  begin(names: readonly string[]): void;
  /** The next record. @param array the pointer to the array in which it is, at this place */
  take(record: unknown, array: string, place: number): void;
  /** @param pointer where the text is no JSON; undefined: outside of the records */
  refuse(problem: string, pointer: string | undefined): never;
}

/** Reads records one by one, with pauses for other work. @returns the rest of the value, in which the arrays are empty */
export async function readStreamedRecords(pieces: AsyncIterable<Uint8Array>, reading: Reading): Promise<unknown> {
  const pause = createPauses();
  const splitter = createJsonSplitter(reading);
  let array = '';
  /** How many records of the array have been taken. */
  let taken = 0;
  for await (const piece of pieces) {
    for (const part of splitter.feed(piece)) {
      if (part.kind === 'array') {
        reading.begin(part.names);
        array = pointerTo('', ...part.names);
        taken = 0;
        continue;
      }
      const record = readPart(part.text, (problem) => reading.refuse(problem, `${array}/${taken}`));
      reading.take(record, array, taken);
      taken += 1;
      const waiting = pause();
      if (waiting !== undefined) await waiting;
    }
  }
  return readPart(splitter.rest(), (problem) => reading.refuse(problem, undefined));
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

/** A part of a JSON text that was cut at the elements of certain arrays. */
type Part =
  /** Such an array begins; what leads to it are the names of these members. */
  | { readonly kind: 'array'; readonly names: readonly string[] }
  /** The text of an element of the array that began last: whatever stands between two commas. */
  | { readonly kind: 'element'; readonly text: Buffer };

interface SplitterOptions {
  /** How many members lead from the whole to one of the arrays. */
  readonly depth: number;
  /** The name of the first of them; any where it is left out. */
  readonly first?: string;
  /** Whether the whole may also be one of the arrays. */
  readonly orWhole?: boolean;
  /** Called when an element, or all that is no element, is longer than this. */
  readonly mostBytes: number;
  readonly tooLong: () => never;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Cuts a JSON text that comes in pieces, so that no more than one element has to be held at a time. `feed` gives the parts
 * that a piece completes; `rest` the text without the elements, once all of it has come: each of the arrays is empty there.
 * The text is JSON exactly if every element and the rest are: nothing is judged here. In UTF-8 no byte of a longer character
 * looks like one of the marks.
 */
export function createJsonSplitter({ depth: wanted, first, orWhole, mostBytes, tooLong }: SplitterOptions) {
  const rest = createBytes(mostBytes, tooLong);
  const element = createBytes(mostBytes, tooLong);
  /** The member that is being read at each depth, by its place in the rest. */
  const names: (string | undefined)[] = [];
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  let stringAt = 0;
  let stringEnd = 0;
  let inElements = false;
  /** That of the array. */
  let arrayDepth = wanted;
  /** Whether the array has had a comma: then what comes before its end is an element, even if there is nothing. */
  let hasElements = false;

  const nameIn = (from: number, to: number): string | undefined => {
    if (from === to) return undefined;
    try {
      return String(JSON.parse(rest.text(from, to)));
    } catch {
      return undefined;
    }
  };
  /** The names that lead to an array that begins here; undefined where it is none of those. */
  const namesHere = (): readonly string[] | undefined => {
    if (depth === 0 && orWhole === true) return [];
    const known = names.slice(1, wanted + 1).filter((name) => name !== undefined);
    if (depth !== wanted || known.length < wanted) return undefined;
    return first === undefined || known[0] === first ? known : undefined;
  };

  const deeper = (): void => {
    depth += 1;
    // Below that no name is ever asked for, and a text may go down as far as it is long.
    if (depth <= wanted) names[depth] = undefined;
  };

  return {
    *feed(piece: Uint8Array): Generator<Part> {
      let from = 0;
      for (let at = 0; at < piece.length; at += 1) {
        const byte = piece[at];
        if (inString) {
          if (isEscaped) isEscaped = false;
          else if (byte === BACKSLASH) isEscaped = true;
          else if (byte === QUOTE) {
            inString = false;
            if (!inElements) stringEnd = rest.length + at + 1 - from;
          }
          continue;
        }
        switch (byte) {
          case QUOTE:
            inString = true;
            if (!inElements) stringAt = rest.length + at - from;
            break;
          case COLON:
            if (inElements || depth > wanted) break;
            rest.add(piece, from, at);
            from = at;
            names[depth] = nameIn(stringAt, stringEnd);
            // Each string is looked at once, however many of these follow it.
            stringEnd = stringAt;
            break;
          case COMMA:
            if (!inElements || depth !== arrayDepth + 1) break;
            element.add(piece, from, at);
            from = at + 1;
            hasElements = true;
            yield { kind: 'element', text: element.take() };
            break;
          case OPEN_ARRAY: {
            const leading = inElements ? undefined : namesHere();
            if (leading !== undefined) {
              rest.add(piece, from, at + 1);
              from = at + 1;
              inElements = true;
              hasElements = false;
              arrayDepth = depth;
              yield { kind: 'array', names: leading };
            }
            deeper();
            break;
          }
          case OPEN_OBJECT:
            deeper();
            break;
          case CLOSE_ARRAY:
          case CLOSE_OBJECT:
            depth -= 1;
            if (!inElements || depth !== arrayDepth) break;
            element.add(piece, from, at);
            from = at;
            inElements = false;
            if (hasElements || !element.isBlank()) yield { kind: 'element', text: element.take() };
            else element.take();
            break;
        }
      }
      (inElements ? element : rest).add(piece, from, piece.length);
    },
    rest: () => rest.take(),
  };
}

/** Bytes that grow at their end. */
function createBytes(most: number, tooLong: () => never) {
  let kept = Buffer.alloc(256);
  let length = 0;
  return {
    get length() {
      return length;
    },
    add(piece: Uint8Array, from: number, to: number) {
      const longer = length + to - from;
      if (longer > most) tooLong();
      if (longer > kept.length) {
        const larger = Buffer.alloc(Math.max(longer, 2 * kept.length));
        kept.copy(larger, 0, 0, length);
        kept = larger;
      }
      kept.set(piece.subarray(from, to), length);
      length = longer;
    },
    text: (from: number, to: number): string => kept.toString('utf8', from, to),
    isBlank: (): boolean => /^[ \t\n\r]*$/.test(kept.toString('latin1', 0, length)),
    /** What has been added since the last time; it is valid until more is. */
    take(): Buffer {
      const taken = kept.subarray(0, length);
      length = 0;
      return taken;
    },
  };
}
