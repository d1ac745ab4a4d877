import type { StreamReply } from '../control/event-stream';
import { headOf } from './fetch-response';

/** A reply that goes on for as long as it is read; to HEAD, its headers alone. */
export const streamResponse = ({ method, signal }: Request, { status, headers, stream }: StreamReply): Response =>
  new Response(method === 'HEAD' ? null : toReadable(signal, stream), headOf(status, headers));

/** Nothing is queued ahead of the reader, so `desiredSize` counts the bytes that wait for it. */
const HIGH_WATER_MARK = 0;

function toReadable(signal: AbortSignal, begin: StreamReply['stream']): ReadableStream<Uint8Array> {
  const closed: (() => void)[] = [];
  let drained: (() => void)[] = [];
  let isOver = signal.aborted;
  let abort = (): void => {};
  const close = (): void => {
    isOver = true;
    signal.removeEventListener('abort', abort);
    for (const listener of closed.splice(0)) listener();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const encoder = new TextEncoder();
        abort = () => {
          if (!isOver) controller.error(signal.reason);
          close();
        };
        signal.addEventListener('abort', abort, { once: true });
        begin({
          get waitingBytes() {
            return HIGH_WATER_MARK - (controller.desiredSize ?? HIGH_WATER_MARK);
          },
          get isOver() {
            return isOver;
          },
          write: (event) =>
            controller.enqueue(typeof event === 'string' ? encoder.encode(event) : new Uint8Array(event)),
          end() {
            if (!isOver) controller.close();
            close();
          },
          destroy() {
            if (!isOver) controller.error(new TypeError('terminated'));
            close();
          },
          onceDrained: (listener) => drained.push(listener),
          onceClosed: (listener) => closed.push(listener),
        });
      },
      pull() {
        const listeners = drained;
        drained = [];
        for (const listener of listeners) listener();
      },
      cancel: close,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: HIGH_WATER_MARK }),
  );
}
