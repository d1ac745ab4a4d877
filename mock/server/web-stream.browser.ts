import type { EventSink, StreamReply } from '../control/stream-reply';

/** What a stream writes, as it is read. */
export function toReadable(signal: AbortSignal, begin: StreamReply['stream']): ReadableStream {
  const drained = new Set<() => void>();
  const closed = new Set<() => void>();
  let isOver = false;
  const callAll = (listeners: Set<() => void>): void => {
    const called = [...listeners];
    listeners.clear();
    for (const listener of called) listener();
  };
  const close = (): void => {
    if (isOver) return;
    isOver = true;
    callAll(closed);
  };
  const start = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    const fail = (reason: unknown): void => {
      if (isOver) return;
      controller.error(reason);
      close();
    };
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
    const sink: EventSink = {
      // A piece that waits for the reader is in a queue for which there should be none.
      get waitingBytes() {
        return -(controller.desiredSize ?? 0);
      },
      get isOver() {
        return isOver;
      },
      write(event) {
        if (!isOver) controller.enqueue(Buffer.from(event as string));
      },
      end() {
        if (isOver) return;
        controller.close();
        close();
      },
      destroy: () => fail(new TypeError('terminated')),
      onceDrained: (listener) => void drained.add(listener),
      onceClosed: (listener) => void closed.add(listener),
    };
    begin(sink);
  };
  return new ReadableStream<Uint8Array>(
    { start, pull: () => callAll(drained), cancel: close },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
}
