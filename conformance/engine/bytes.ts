/** The most bytes of a body that are kept, to be judged. */
export const BODY_LIMIT = 5 * 2 ** 20;
/** The most bytes of a body that are read: what follows those that are kept is counted, and let go. */
export const READ_LIMIT = 64 * 2 ** 20;

/** Bytes, of many the first. */
export interface Bytes {
  readonly beginning: Buffer;
  /** How many there are; one more than `READ_LIMIT` at the most are counted. */
  readonly length: number;
}

/** Reads a stream to its end, or as far as it is read. */
export async function collect(stream: AsyncIterable<Buffer>): Promise<Bytes> {
  const chunks: Buffer[] = [];
  let kept = 0;
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (kept < BODY_LIMIT) {
      const part = chunk.subarray(0, BODY_LIMIT - kept);
      chunks.push(part);
      kept += part.length;
    }
    // Leaving the loop destroys the stream.
    if (length > READ_LIMIT) break;
  }
  return { beginning: Buffer.concat(chunks), length };
}
