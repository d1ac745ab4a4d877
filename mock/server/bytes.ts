import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { bodyTooLarge, malformedRequest, type Problem, unsupportedEncoding } from '../errors/problems';
import { whenBrokenOff } from './broken-off';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Bytes of a request's body that are read at most. */
export const BODY_LIMIT = 2 ** 20;

/**
 * The bytes of a request's body, decoded as its `Content-Encoding` says. What comes after a failure is left unread.
 *
 * @param limit how many decoded bytes are read at most
 * @param tell told of them before whoever waits for the promise
 * @throws Problem 400 where the body ends too early or can't be decoded, 413 beyond the limit, 415 for an unknown coding
 */
export function readBytes(request: IncomingMessage, limit: number, tell: (bytes: Buffer) => void): Promise<Buffer> {
  const coding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding]?.() : undefined;
  return new Promise((resolve, reject) => {
    if (decoder === undefined && coding !== 'identity') {
      reject(unsupportedEncoding(coding));
      return;
    }
    // A client that has left sends nothing, not even an end.
    if (request.destroyed && !request.complete) {
      reject(malformedRequest('the body ended too early'));
      return;
    }
    const stream: Readable = decoder === undefined ? request : request.pipe(decoder);
    const chunks: Buffer[] = [];
    let size = 0;
    const fail = (problem: Problem) => {
      stream.off('data', take).off('end', finish);
      request.unpipe();
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
      // A connection keeps its last request, whose listeners would keep every chunk.
      chunks.length = 0;
      tell(bytes);
      resolve(bytes);
    };
    stream.on('data', take);
    // It comes once; `once` would wrap the listener.
    stream.on('end', finish);
    decoder?.on('error', () => fail(malformedRequest(`the body can't be decoded as ${coding}`)));
    request.on('error', () => fail(malformedRequest('the body ended too early')));
    whenBrokenOff(request, fail);
  });
}
