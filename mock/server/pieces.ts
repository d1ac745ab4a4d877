import type { Readable } from 'node:stream';
import { clearInterval, setInterval } from 'node:timers';
import { bodyTooLarge, malformedRequest, type Problem, requestTimeout, unsupportedEncoding } from '../errors/problems';
import { type ByteSource, decoderOf } from './bytes';

/** How long a client may be waited for while it is in the way of others, in milliseconds, and how many more for each byte. */
const IN_THE_WAY_MS = 2000;
const IN_THE_WAY_MS_PER_BYTE = 0.01;
const LOOK_MS = 250;

/** How long the pieces of a body are waited for. */
export interface Patience {
  /** In all, in milliseconds. */
  readonly ms: number;
  /** Whether others wait for this body's end: then its client has to send it at a hundred bytes a millisecond. */
  readonly isInTheWay: () => boolean;
}

const ENDLESS: Patience = { ms: Number.POSITIVE_INFINITY, isInTheWay: () => false };

/**
 * Reads and decodes a request's body piece by piece. Nothing more is read than was asked for but what Node itself reads
 * ahead, so that a client waits for whoever works on its body. What comes after a failure, or after the last piece that is
 * asked for, is left unread.
 *
 * @param limit the most decoded bytes that are read
 * @throws Problem 400 if the body ends too early or can't be decoded, 408 after too long, 413 beyond the limit, 415 for an
 *   unknown coding
 */
export async function* piecesOf(
  source: ByteSource,
  limit: number,
  patience: Patience = ENDLESS,
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
    stream.unpipe();
    decoder?.destroy();
  }
}
