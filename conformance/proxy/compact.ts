import type { Batch, Observed } from './observed';

/**
 * A batch whose bytes all lie in one buffer, to be handed to another thread without a copy.
 *
 * @returns the batch, and the buffer
 */
export function compact(batch: Batch): { readonly batch: Batch; readonly buffer: ArrayBuffer } {
  const buffer = new ArrayBuffer(batch.observed.reduce((sum, one) => sum + partsOf(one), 0));
  let end = 0;
  const move = (bytes: Uint8Array): Uint8Array => {
    const moved = new Uint8Array(buffer, end, bytes.length);
    moved.set(bytes);
    end += bytes.length;
    return moved;
  };
  const observed = batch.observed.map(
    (one): Observed => ({
      ...one,
      requestHead: move(one.requestHead),
      requestBody: { bytes: move(one.requestBody.bytes), length: one.requestBody.length },
      replyHead: move(one.replyHead),
      replyBody: { bytes: move(one.replyBody.bytes), length: one.replyBody.length },
    }),
  );
  return { batch: { ...batch, observed }, buffer };
}

const partsOf = ({ requestHead, requestBody, replyHead, replyBody }: Observed): number =>
  requestHead.length + requestBody.bytes.length + replyHead.length + replyBody.bytes.length;
