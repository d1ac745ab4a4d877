/** The thread that passes bytes on: the one that judges is never in its way. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Batch, Observed } from './observed';
import type { FromRelay, ToRelay } from './open-relay';
import { type RelayOptions, startRelay } from './relay';

async function serve(port: MessagePort, options: RelayOptions): Promise<void> {
  const say = (message: FromRelay, ...transferred: ArrayBuffer[]): void => port.postMessage(message, transferred);
  try {
    const relay = await startRelay(options, (told) => {
      const { batch, buffer } = compact(told);
      say({ kind: 'batch', batch }, buffer);
    });
    port.on('message', (message: ToRelay) => {
      if (message.kind === 'acknowledge') relay.acknowledge(message.exchanges);
      else if (message.kind === 'answer') relay.answer(message.held, message.text);
      else
        void relay.close().then(() => {
          say({ kind: 'closed' });
          port.close();
        });
    });
    say({ kind: 'listening', port: relay.port });
  } catch (error) {
    // Errors of a socket are Node's.
    const { code = '', message } = error as NodeJS.ErrnoException;
    say({ kind: 'failed', code, message });
  }
}

// `open-relay.ts` starts this file, with these options.
if (parentPort !== null) void serve(parentPort, workerData as RelayOptions);

/** A batch whose bytes all lie in one buffer, and this, to be handed to another thread without a copy. */
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
