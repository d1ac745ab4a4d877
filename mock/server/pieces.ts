import type { Readable } from 'node:stream';
import { clearTimeout, setTimeout } from 'node:timers';
import { bodyTooLarge, malformedRequest, type Problem, requestTimeout, unsupportedEncoding } from '../errors/problems';
import { type ByteSource, decoderOf } from './bytes';

/** The longest time that a timer of Node's can wait, in milliseconds. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/**
 * Reads and decodes a request's body piece by piece. Nothing more is read than was asked for but what Node itself reads
 * ahead, so that a client waits for whoever works on its body. What comes after a failure, or after the last piece that is
 * asked for, is left unread.
 *
 * @param limit the most decoded bytes that are read
 * @param patienceMs how long the pieces may be waited for in all
 * @throws Problem 400 if the body ends too early or can't be decoded, 408 after too long, 413 beyond the limit, 415 for an
 *   unknown coding
 */
export async function* piecesOf(
  source: ByteSource,
  limit: number,
  patienceMs = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  const { stream } = source;
  const coding = source.coding?.toLowerCase() ?? 'identity';
  const decoder = decoderOf(coding);
  if (decoder === undefined && coding !== 'identity') throw unsupportedEncoding(coding);
  if (source.isCutOff) throw malformedRequest('the body ended too early');
  const decoded: Readable = decoder === undefined ? stream : stream.pipe(decoder);
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
  decoded.on('data', take).on('end', finish).pause();
  decoder?.on('error', () => fail(malformedRequest(`the body can't be decoded as ${coding}`)));
  stream.on('error', () => fail(malformedRequest('the body ended too early')));
  source.onBodyFailure(fail);

  let size = 0;
  let waitedMs = 0;
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
      const timer = setTimeout(() => fail(requestTimeout()), Math.min(patienceMs - waitedMs, LONGEST_WAIT_MS)).unref();
      decoded.resume();
      await next;
      clearTimeout(timer);
      waitedMs += performance.now() - begun;
    }
  } finally {
    pieces.length = 0;
    decoded.off('data', take).off('end', finish);
    stream.unpipe();
    decoder?.destroy();
  }
}
