import type { RawHeaders } from '../http/headers';

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
