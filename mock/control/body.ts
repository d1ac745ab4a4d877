import { fieldAt, isObject, type Operation, pointerTo, stringifyJson } from '../../openapi/contract';
import type { Input } from '../actions/model';
import { bodyTooLarge, excerpt, malformedBody, refusalOfBody } from '../errors/problems';
import { type BodyType, bodyTypeOf, readBody } from '../pipeline/body';
import type { Call, Engine } from '../pipeline/model';
import { readParameters, validate } from '../pipeline/validate';
import { createFixturesReader, type Fixtures } from '../resources/fixtures';
import { readStreamedRecords } from '../resources/streamed-records';
import { invalidControl, readOrRefuse } from './problems';
import { inTurn, type LongWork, MOST_BODIES, MOST_UPLOADS } from './turns';

/** The most bytes of a body; of one that has records, of each record, and of all that is no record. */
const ORDINARY_BODY = 2 ** 22;
/** The most bytes of a body that has records. */
export const LARGE_BODY = 2 ** 28;
/** A body of no more bytes waits for no turn. */
const SMALL = 2 ** 16;
/** A body that has records and is no longer than this is read at once, as any other is. */
const AT_ONCE = 2 ** 18;

/** What the bodies that are being read take at most, in buffers: each in pieces, and then as a whole. */
export const MOST_BODY_BYTES = 2 * ORDINARY_BODY * (MOST_BODIES + MOST_UPLOADS);

/** The input of an operation, and the records of its body where they were read apart from it. */
interface ControlInput {
  readonly input: Input;
  /** In place of those in the body, which has empty arrays there. */
  readonly records: Fixtures | undefined;
}

interface Reading {
  readonly engine: Engine;
  readonly operation: Operation;
  readonly call: Call;
  /** The media type that the body is read as. */
  readonly contentType: string | undefined;
  /** The member of the body that has records, of which there may be a million; undefined where none has. */
  readonly recordsIn: string | undefined;
  readonly turns: LongWork;
}

/**
 * Reads parameters and body, validates them, and acts on them; a Problem says the first violation. Records of a long body are
 * read one at a time, while others are served. Until all is done, a second such body waits, and the first has to come quickly.
 */
export async function withInput<T>(reading: Reading, act: (given: ControlInput) => Promise<T>): Promise<T> {
  const { operation, call, contentType, recordsIn, turns } = reading;
  if (recordsIn === undefined) {
    const read = async () => validate(operation, call, { bodyLimit: ORDINARY_BODY, contentType });
    const input = await (isSmall(call) ? read() : inTurn(turns.bodies, call.request, read));
    return act({ input, records: undefined });
  }
  const { path, query } = readParameters(operation, call);
  const type = bodyTypeOf(operation, call, LARGE_BODY, contentType);
  if (type === undefined) {
    return act({ input: { path, query, body: undefined, bodyType: undefined }, records: undefined });
  }
  const given = (body: unknown, records?: Fixtures): ControlInput => ({
    input: { path, query, body, bodyType: body === undefined ? undefined : type.media },
    records,
  });
  let hasTurn = false;
  const isInTheWay = (): boolean => hasTurn && turns.uploads.isWanted;
  const pieces = call.request.readPieces(LARGE_BODY, isInTheWay)[Symbol.asyncIterator]();
  try {
    const start: Buffer[] = [];
    if (await readUpTo(SMALL, pieces, start)) return await act(given(readBody(operation, type, Buffer.concat(start))));
    return await inTurn(turns.uploads, call.request, async () => {
      hasTurn = true;
      if (await readUpTo(AT_ONCE, pieces, start)) return act(given(readBody(operation, type, Buffer.concat(start))));
      const { body, records } = await split(reading.engine, recordsIn, type, both(start, pieces));
      return act(given(body, records));
    });
  } finally {
    await pieces.return?.();
  }
}

/** Whether a body says itself that it is. */
function isSmall({ request: { hasBody, headers } }: Call): boolean {
  return !hasBody || (headers['content-encoding'] === undefined && Number(headers['content-length']) <= SMALL);
}

/** Reads on until there are more than so many bytes; true at the end of all. */
async function readUpTo(most: number, pieces: AsyncIterator<Buffer>, read: Buffer[]): Promise<boolean> {
  let size = read.reduce((sum, { length }) => sum + length, 0);
  while (size <= most) {
    const next = await pieces.next();
    if (next.done === true) return true;
    read.push(next.value);
    size += next.value.length;
  }
  return false;
}

async function* both(start: Buffer[], pieces: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  // Not kept for as long as the rest takes.
  for (const piece of start.splice(0)) yield piece;
  for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value;
}

/** Reads the records of a body one by one, and what is left of it at its end. */
async function split(
  { contract, worlds }: Engine,
  member: string,
  { media }: BodyType,
  pieces: AsyncIterable<Buffer>,
): Promise<{ readonly body: unknown; readonly records: Fixtures }> {
  const top = pointerTo('', member);
  const reader = readOrRefuse(top, (refuse) => createFixturesReader('', contract, refuse));
  const held = await worlds.hold();
  try {
    const body = await readStreamedRecords(pieces, {
      depth: 2,
      first: member,
      mostBytes: ORDINARY_BODY,
      begin: ([, name = '']) => reader.begin(name),
      take(record, array, place) {
        if (!isObject(record)) {
          throw invalidControl(pointerTo(array, place), `must be an object, not ${excerpt(stringifyJson(record))}`);
        }
        held.take(record);
        reader.take(record);
      },
      refuse(problem, pointer) {
        throw malformedBody(
          400,
          `${problem} ${pointer === undefined ? `outside of ${fieldAt(top, 'the')}` : `in ${fieldAt(pointer, 'the')}`}`,
        );
      },
      tooLong() {
        throw bodyTooLarge(ORDINARY_BODY, 'A record of the request body, or all of it that is no record,');
      },
    });
    const refusal = media.schema && refusalOfBody(400, media.schema, 'request', body);
    if (refusal !== undefined) throw refusal;
    return { body, records: await reader.end() };
  } finally {
    await held.leave();
  }
}
