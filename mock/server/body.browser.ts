import { bodyTooLarge, malformedRequest, type Problem, unsupportedEncoding } from '../errors/problems';

/** Where the bytes of a body come from. */
export interface ByteSource {
  readonly stream: AsyncIterable<Uint8Array>;
  /** The `Content-Encoding`, if any. */
  readonly coding: string | undefined;
  /** Whether the client left before the body was complete. */
  readonly isCutOff: boolean;
  /** Calls the listener once if the rest of the body will never come. */
  onBodyFailure(listener: (reason: Problem) => void): void;
}

export const streamOf = (chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): ByteSource['stream'] =>
  (async function* () {
    yield* chunks;
  })();

/** What browsers decode (Compression Streams). */
const CODINGS: readonly string[] = ['gzip', 'deflate'];

const CUT_OFF = 'the body ended too early';

/**
 * Reads and decodes a request's body piece by piece.
 *
 * @param limit the most decoded bytes that are read
 * @throws Problem 400 if the body ends too early or can't be decoded, 413 beyond the limit, 415 for an unknown coding
 */
export async function* piecesOf(
  { stream, coding: named = 'identity', isCutOff, onBodyFailure }: ByteSource,
  limit: number,
): AsyncGenerator<Buffer> {
  const coding = named.toLowerCase();
  if (coding !== 'identity' && !CODINGS.includes(coding)) throw unsupportedEncoding(coding);
  if (isCutOff) throw malformedRequest(CUT_OFF);
  let failure: Problem | undefined;
  onBodyFailure((problem) => {
    failure = problem;
  });
  const failed = malformedRequest(coding === 'identity' ? CUT_OFF : `the body can't be decoded as ${coding}`);
  const pieces = (coding === 'identity' ? stream : decoded(stream, coding))[Symbol.asyncIterator]();
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await pieces.next().catch(() => {
        throw failed;
      });
      if (failure !== undefined) throw failure;
      if (done === true) return;
      size += value.length;
      if (size > limit) throw bodyTooLarge(limit);
      yield Buffer.from(value.buffer, value.byteOffset, value.length);
    }
  } finally {
    // What comes after a failure is left unread.
    void Promise.resolve(pieces.return?.()).catch(() => {});
  }
}

/** The same as a whole. */
export async function readBytes(source: ByteSource, limit: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of piecesOf(source, limit)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* decoded(stream: AsyncIterable<Uint8Array>, coding: string): AsyncGenerator<Uint8Array> {
  // The cast is true: it is one of the two.
  const decoder = new DecompressionStream(coding as 'gzip' | 'deflate');
  const writer = decoder.writable.getWriter();
  const reader = decoder.readable.getReader();
  const write = async (): Promise<void> => {
    for await (const chunk of stream) await writer.write(new Uint8Array(chunk));
    await writer.close();
  };
  const writing = write().catch((error: unknown) => writer.abort(error).catch(() => {}));
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
    await writing;
  } finally {
    void reader.cancel().catch(() => {});
  }
}
