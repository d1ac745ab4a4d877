import { JsonError, parseJson, pointerTo } from '../../openapi/contract';
import { createPauses } from '../world/rules/pauses';
import { createJsonSplitter, type SplitterOptions } from './split-json';

/** What becomes of the records of a JSON text that comes in pieces. */
interface Reading extends SplitterOptions {
  /** An array of records begins, to which these members lead. */
  begin(names: readonly string[]): void;
  /** @param pointer where it is */
  take(record: unknown, pointer: string): void;
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
  let array = '';
  let place = 0;
  for await (const piece of pieces) {
    for (const part of splitter.feed(piece)) {
      if (part.kind === 'array') {
        reading.begin(part.names);
        array = pointerTo('', ...part.names);
        place = 0;
      } else {
        const pointer = `${array}/${place}`;
        reading.take(
          readPart(part.text, (problem) => reading.refuse(problem, pointer)),
          pointer,
        );
        place += 1;
      }
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
