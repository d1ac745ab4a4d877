import { isObject, type Operation, pointerTo, stringifyJson, validatorOf } from '../../openapi/contract';
import type { Input } from '../actions/model';
import { bodyTooLarge, excerpt, invalidBody, malformedBody } from '../errors/problems';
import { type BodyType, bodyTypeOf, readBody } from '../pipeline/body';
import type { Call, Engine } from '../pipeline/model';
import { readParameters } from '../pipeline/parameters';
import { validate } from '../pipeline/validate';
import { createFixturesReader, type Fixtures } from '../resources/fixtures';
import { readStreamedRecords } from '../resources/streamed-records';
import { invalidControl } from './problems';
import { readOrRefuse } from './read-or-refuse';
import { inTurn, type Turns } from './turns';

/** The most bytes of a body; of one that has records, of each record, and of all that is no record. */
export const ORDINARY_BODY = 2 ** 22;
/** The most bytes of a body that has records. */
export const LARGE_BODY = 2 ** 28;
/** A body that has records and is no longer than this is read at once, as any other is. */
const AT_ONCE = 2 ** 18;

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
  /** Whose turn it is to send a body of many records. */
  readonly uploads: Turns;
}

/**
 * Reads parameters and body, validates them, and does with them what is to be done. The records of a long body are read one
 * at a time as they come, while others are served; until all is done, a second one of such bodies waits to be sent.
 *
 * @throws Problem for the first violation
 */
export async function withInput<T>(reading: Reading, act: (given: ControlInput) => Promise<T>): Promise<T> {
  const { operation, call, contentType, recordsIn } = reading;
  if (recordsIn === undefined) {
    return act({ input: await validate(operation, call, ORDINARY_BODY, contentType), records: undefined });
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
  const pieces = call.request.readPieces(LARGE_BODY)[Symbol.asyncIterator]();
  try {
    const { read, isWhole } = await beginning(pieces);
    if (isWhole) return await act(given(readBody(operation, type, Buffer.concat(read))));
    return await inTurn(reading.uploads, call.request, async () => {
      const { body, records } = await split(reading.engine, recordsIn, type, both(read, pieces));
      return act(given(body, records));
    });
  } finally {
    await pieces.return?.();
  }
}

/** As much of a body as is read at once. */
async function beginning(
  pieces: AsyncIterator<Buffer>,
): Promise<{ readonly read: Buffer[]; readonly isWhole: boolean }> {
  const read: Buffer[] = [];
  for (let size = 0; size <= AT_ONCE; ) {
    const next = await pieces.next();
    if (next.done === true) return { read, isWhole: true };
    read.push(next.value);
    size += next.value.length;
  }
  return { read, isWhole: false };
}

async function* both(read: Buffer[], pieces: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  // Not kept for as long as the rest takes.
  for (const piece of read.splice(0)) yield piece;
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
      take(record, pointer) {
        if (!isObject(record)) {
          throw invalidControl(pointer, `must be an object, not ${excerpt(stringifyJson(record))}`);
        }
        held.take(record);
        reader.take(record);
      },
      refuse(problem, pointer) {
        throw malformedBody(400, `${problem} ${pointer === undefined ? `outside of ${top}` : `in ${pointer}`}`);
      },
      tooLong() {
        throw bodyTooLarge(ORDINARY_BODY, 'A record of the request body, or all of it that is no record,');
      },
    });
    const violation = media.schema && validatorOf(media.schema, 'request')(body);
    if (violation !== undefined) throw invalidBody(400, violation);
    return { body, records: await reader.end() };
  } finally {
    await held.leave();
  }
}
