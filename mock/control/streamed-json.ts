import { clearTimeout, setTimeout } from 'node:timers';
import { setImmediate } from 'node:timers/promises';
import { stringifyJson } from '../../openapi/contract';
import type { EventSink, StreamReply } from './event-stream';
import { CONTROL_HEADERS } from './headers';
import type { Turns } from './turns';

/** No more than these bytes, and a piece, wait for a client that reads slowly. */
const MOST_WAITING = 2 ** 17;
/** A client that has read nothing for so long is disconnected, in milliseconds: what it was to get is kept for it. */
const PATIENCE_MS = 30_000;

const HEADERS = ['Content-Type', 'application/json', ...CONTROL_HEADERS];

/**
 * A JSON body that is written while it is sent, as fast as the client reads it. Others are served between its pieces.
 *
 * @param pieces begins when there is a turn for it
 * @param onFailure called with what they throw; the client sees that the body ends too early
 */
export const streamedJson = (
  turns: Turns,
  pieces: () => AsyncIterable<string>,
  onFailure: (error: unknown) => void,
): StreamReply => ({
  status: 200,
  headers: HEADERS,
  stream(sink) {
    pour(turns, pieces, sink).catch((error: unknown) => {
      onFailure(error);
      sink.destroy();
    });
  },
});

async function pour(turns: Turns, pieces: () => AsyncIterable<string>, sink: EventSink): Promise<void> {
  const giveBack = await turns.take((listener) => sink.onceClosed(listener));
  if (giveBack === undefined) return;
  let wake = (): void => {};
  sink.onceClosed(() => wake());
  try {
    for await (const piece of pieces()) {
      if (sink.isOver) return;
      sink.write(piece);
      if (sink.waitingBytes > MOST_WAITING) {
        const timer = setTimeout(() => sink.destroy(), PATIENCE_MS).unref();
        await new Promise<void>((resolve) => {
          wake = resolve;
          sink.onceDrained(resolve);
        });
        clearTimeout(timer);
      } else await setImmediate();
    }
    sink.end();
  } finally {
    giveBack();
  }
}

/** The text of an array whose elements come a few at a time. */
export async function* arrayText(batches: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  yield '[';
  let separator = '';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield separator + batch.map((one) => stringifyJson(one)).join();
    separator = ',';
  }
  yield ']';
}
