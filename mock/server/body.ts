import { Readable, type Transform } from 'node:stream';
import { clearInterval, setInterval } from 'node:timers';
import { promisify } from 'node:util';
import { brotliDecompress, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { bodyTooLarge, malformedRequest, type Problem, requestTimeout, unsupportedEncoding } from '../errors/problems';
import { type Reservation, SMALL_BODY } from './memory-pool';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The memory that a request's body may take until the reply is over. */
export interface BodyMemory {
  /** For a large body, see `Pool`. */
  reserve(bytes: number, evict: () => void): Reservation;
  /** For a decoder of Brotli. */
  reserveDecoder(): Reservation;
}

/** Where the bytes of a body come from. */
export interface ByteSource {
  readonly stream: Readable;
  /** The `Content-Encoding`, if any. */
  readonly coding: string | undefined;
  /** Whether the client left before the body was complete: the stream emits no event for that any more. */
  readonly isCutOff: boolean;
  /** Absent where memory is not shared. */
  readonly memory?: BodyMemory | undefined;
  /** Calls the listener once if the rest of the body will never come. */
  onBodyFailure(listener: (reason: Problem) => void): void;
}

/** What is not read from a connection. */
export const streamOf = (chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): ByteSource['stream'] =>
  Readable.from(chunks, { objectMode: false });

const CUT_OFF = 'the body ended too early';

/** @param fail called with what ends the body too early */
function decoding(
  { stream, isCutOff }: ByteSource,
  coding: string,
  fail: (problem: Problem) => void,
): { readonly decoded: Readable; readonly stop: () => void } {
  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding]?.() : undefined;
  if (decoder === undefined && coding !== 'identity') throw unsupportedEncoding(coding);
  if (isCutOff) throw malformedRequest(CUT_OFF);
  decoder?.on('error', () => fail(malformedRequest(`the body can't be decoded as ${coding}`)));
  stream.on('error', () => fail(malformedRequest(CUT_OFF)));
  const stop = (): void => {
    stream.unpipe();
    decoder?.destroy();
  };
  return { decoded: decoder === undefined ? stream : stream.pipe(decoder), stop };
}

const codingOf = ({ coding = 'identity' }: ByteSource): string => coding.toLowerCase();

/**
 * Reads and decodes a request's body. What comes after a failure is left unread.
 *
 * @param limit the most decoded bytes that are read
 * @throws Problem 400 if the body ends too early or can't be decoded, 413 beyond the limit, 415 for an unknown coding
 */
export function readBytes(source: ByteSource, limit: number): Promise<Buffer> {
  const coding = codingOf(source);
  return coding === 'br' ? readBrotli(source, limit) : readCoded(source, limit, coding);
}

/** A decoder of Brotli takes much, so that the body is there before it begins, and few are at work at once. */
async function readBrotli(source: ByteSource, limit: number): Promise<Buffer> {
  const coded = await readCoded(source, limit, 'identity');
  const reservation = source.memory?.reserveDecoder();
  try {
    await reservation?.wait;
    return await promisify(brotliDecompress)(coded, { maxOutputLength: limit });
  } catch (error) {
    // True of all that zlib rejects with.
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ERR_BUFFER_TOO_LARGE' ? bodyTooLarge(limit) : malformedRequest("the body can't be decoded as br");
  } finally {
    reservation?.release();
  }
}

function readCoded(source: ByteSource, limit: number, coding: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let reservation: Reservation | undefined;
    const fail = (problem: Problem) => {
      decoded.off('data', take).off('end', finish);
      stop();
      reject(problem);
    };
    const { decoded, stop } = decoding(source, coding, fail);
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) return fail(bodyTooLarge(limit));
      chunks.push(chunk);
      if (reservation !== undefined || size <= SMALL_BODY) return;
      reservation = source.memory?.reserve(limit, () => fail(requestTimeout()));
      if (reservation?.wait === undefined) return;
      decoded.pause();
      void reservation.wait.then(() => decoded.resume());
    };
    const finish = () => {
      const bytes = Buffer.concat(chunks, size);
      // Node keeps a connection's last request, and through these listeners every chunk of it.
      chunks.length = 0;
      reservation?.settle();
      resolve(bytes);
    };
    decoded.on('data', take);
    // Not `once`, which costs a wrapper: `end` is emitted only once anyway.
    decoded.on('end', finish);
    source.onBodyFailure(fail);
  });
}

/** How long a client may take while others wait for it, in milliseconds, and how many more for each byte. */
const IN_THE_WAY_MS = 2000;
const IN_THE_WAY_MS_PER_BYTE = 0.01;
const LOOK_MS = 250;

/** How long the pieces of a body are waited for. */
interface Patience {
  /** In all, in milliseconds. */
  readonly ms: number;
  /** Whether others wait for this body's end: then its client has to send it at a hundred bytes a millisecond. */
  readonly isInTheWay: () => boolean;
}

const ENDLESS: Patience = { ms: Number.POSITIVE_INFINITY, isInTheWay: () => false };

/**
 * The same piece by piece: no more is read than is asked for, but for what Node itself reads ahead.
 *
 * @throws Problem as `readBytes` does, and 408 after too long
 */
export async function* piecesOf(
  source: ByteSource,
  limit: number,
  patience: Patience = ENDLESS,
): AsyncGenerator<Buffer> {
  const pieces: Buffer[] = [];
  let isOver = false;
  let failure: Problem | undefined;
  let wake = (): void => {};

  const take = (piece: Buffer): void => {
    decoded.pause();
    pieces.push(piece);
    wake();
  };
  const finish = (): void => {
    isOver = true;
    wake();
  };
  const fail = (problem: Problem): void => {
    failure ??= problem;
    wake();
  };
  const { decoded, stop } = decoding(source, codingOf(source), fail);
  decoded.on('data', take).on('end', finish).pause();
  source.onBodyFailure(fail);

  let size = 0;
  let waitedMs = 0;
  const isTooLong = (ms: number): boolean =>
    ms >= patience.ms || (ms >= IN_THE_WAY_MS + IN_THE_WAY_MS_PER_BYTE * size && patience.isInTheWay());
  try {
    while (!isOver || pieces.length > 0) {
      const piece = pieces.shift();
      if (failure !== undefined) throw failure;
      if (piece !== undefined) {
        size += piece.length;
        if (size > limit) throw bodyTooLarge(limit);
        yield piece;
        continue;
      }
      const next = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const begun = performance.now();
      const waited = (): number => waitedMs + performance.now() - begun;
      const timer = setInterval(() => isTooLong(waited()) && fail(requestTimeout()), LOOK_MS).unref();
      decoded.resume();
      await next;
      clearInterval(timer);
      waitedMs = waited();
    }
  } finally {
    pieces.length = 0;
    decoded.off('data', take).off('end', finish);
    stop();
  }
}
