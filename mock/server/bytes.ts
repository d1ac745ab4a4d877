import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { bodyTooLarge, malformedRequest, type Problem, unsupportedEncoding } from '../errors/problems';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Where the bytes of a body come from. */
export interface ByteSource {
  readonly stream: Readable;
  /** The `Content-Encoding`, if any. */
  readonly coding: string | undefined;
  /** Whether the client left before the body was complete: the stream emits no event for that any more. */
  readonly isCutOff: boolean;
  /** Calls the listener once if the rest of the body will never come. */
  onBodyFailure(listener: (reason: Problem) => void): void;
}

/** What undoes a coding; undefined where nothing is to be undone, or where it is not known how. */
export const decoderOf = (coding: string): Transform | undefined =>
  Object.hasOwn(DECODERS, coding) ? DECODERS[coding]?.() : undefined;

/**
 * Reads and decodes a request's body. What comes after a failure is left unread.
 *
 * @param limit the most decoded bytes that are read
 * @throws Problem 400 if the body ends too early or can't be decoded, 413 beyond the limit, 415 for an unknown coding
 */
export function readBytes(source: ByteSource, limit: number): Promise<Buffer> {
  const { stream } = source;
  const coding = source.coding?.toLowerCase() ?? 'identity';
  const decoder = decoderOf(coding);
  return new Promise((resolve, reject) => {
    if (decoder === undefined && coding !== 'identity') {
      reject(unsupportedEncoding(coding));
      return;
    }
    if (source.isCutOff) {
      reject(malformedRequest('the body ended too early'));
      return;
    }
    const decoded: Readable = decoder === undefined ? stream : stream.pipe(decoder);
    const chunks: Buffer[] = [];
    let size = 0;
    const fail = (problem: Problem) => {
      decoded.off('data', take).off('end', finish);
      stream.unpipe();
      decoder?.destroy();
      reject(problem);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) fail(bodyTooLarge(limit));
      else chunks.push(chunk);
    };
    const finish = () => {
      const bytes = Buffer.concat(chunks, size);
      // Node keeps a connection's last request, and through these listeners every chunk of it.
      chunks.length = 0;
      resolve(bytes);
    };
    decoded.on('data', take);
    // Not `once`, which costs a wrapper: `end` is emitted only once anyway.
    decoded.on('end', finish);
    decoder?.on('error', () => fail(malformedRequest(`the body can't be decoded as ${coding}`)));
    stream.on('error', () => fail(malformedRequest('the body ended too early')));
    source.onBodyFailure(fail);
  });
}
