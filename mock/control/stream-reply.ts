import { clearTimeout, setTimeout } from 'node:timers';
import { setImmediate } from 'node:timers/promises';
import { stringifyJson } from '../../openapi/contract';
import type { RawHeaders } from '../http/headers';
import type { Log } from '../observe/log';
import type { Turns } from '../world/rules/turns';

/** Where the events of one stream are written; each server's adapter makes one for the client's connection. */
export interface EventSink {
  /** How much is written and not yet received by the client. */
  readonly waitingBytes: number;
  /** Whether nothing more can be sent. */
  readonly isOver: boolean;
  write(event: Buffer | string): void;
  /** Ends the stream after everything has been sent. */
  end(): void;
  /** Ends the stream at once. */
  destroy(): void;
  /** Calls the listener when the client has received everything that was waiting. */
  onceDrained(listener: () => void): void;
  /** Calls the listener when the client has left or the stream has ended. */
  onceClosed(listener: () => void): void;
}

/** A reply that lasts as long as its client stays (HTML Standard, §9.2 "Server-sent events"). */
export interface StreamReply {
  readonly status: number;
  readonly headers: RawHeaders;
  /** Begins the stream; to be called once, or never if the client has left. */
  readonly stream: (sink: EventSink) => void;
}

/** Tells a stream from a body: a body is JSON, which has no functions. */
export const isStream = (value: unknown): value is StreamReply =>
  typeof value === 'object' && value !== null && 'stream' in value && typeof value.stream === 'function';

/** In every reply of the control plane. */
export const CONTROL_HEADERS: RawHeaders = ['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'];

/** No more than these bytes, and a piece, wait for a client that reads slowly. */
const MOST_WAITING = 2 ** 17;
/** A client that has read nothing for so long is disconnected, in milliseconds: what it was to get is kept for it. */
const PATIENCE_MS = 10_000;

const HEADERS = ['Content-Type', 'application/json', ...CONTROL_HEADERS];

/**
 * A JSON body that is written while it is sent, as fast as the client reads it. Others are served between its pieces.
 *
 * @param pieces begins when there is a turn for it
 * @param log gets what they throw; the client sees that the body ends too early
 */
export const streamedJson = (turns: Turns, pieces: () => AsyncIterable<string>, log: Log): StreamReply => ({
  status: 200,
  headers: HEADERS,
  stream(sink) {
    pour(turns, pieces, sink).catch((error: unknown) => {
      log.failed(error);
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

/** An array of more elements is written a few at a time. */
const LONG = 500;
/** About so many characters are one piece. */
const PIECE = 2 ** 16;

/** A value as it is, or a stream where it has an array of many elements. */
export function shownJson(value: object, turns: Turns, log: Log): object {
  if (!Object.values(value).some((part) => Array.isArray(part) && part.length > LONG)) return value;
  return streamedJson(turns, () => objectText(value), log);
}

async function* objectText(value: object): AsyncGenerator<string> {
  let separator = '{';
  for (const [name, part] of Object.entries(value)) {
    yield `${separator}${stringifyJson(name)}:`;
    if (Array.isArray(part)) yield* arrayText([part]);
    else yield stringifyJson(part);
    separator = ',';
  }
  yield '}';
}

/** The text of an array whose elements come in batches, of which each is made only when its turn comes. */
export async function* arrayText(
  batches: AsyncIterable<Iterable<unknown>> | Iterable<Iterable<unknown>>,
): AsyncGenerator<string> {
  let text = '[';
  let separator = '';
  for await (const batch of batches) {
    for (const one of batch) {
      text += separator + stringifyJson(one);
      separator = ',';
      if (text.length < PIECE) continue;
      yield text;
      text = '';
    }
  }
  yield `${text}]`;
}
