import type { RawHeaders } from '../http/raw-headers';

/** Where the events of one stream go: each server makes one of these of its client's connection. */
export interface EventSink {
  /** Bytes that the client has not taken yet. */
  readonly waiting: number;
  /** Whether nothing can be sent any more. */
  readonly isOver: boolean;
  write(event: Buffer | string): void;
  /** Ends the stream once everything has been sent. */
  end(): void;
  /** Ends it at once. */
  destroy(): void;
  /** Calls back when the client has taken what was waiting. */
  onceDrained(listener: () => void): void;
  /** Calls back when the client has left, or the stream has come to its end. */
  onceClosed(listener: () => void): void;
}

/** A reply that goes on for as long as its client stays (HTML Standard, §9.2 "Server-sent events"). */
export interface StreamReply {
  readonly status: number;
  readonly headers: RawHeaders;
  /** Begins the stream; to be called once, also where the client has left by then. */
  readonly stream: (sink: EventSink) => void;
}

/** Whether a value is a stream and no body: a body is made of JSON, which has no functions. */
export const isStream = (value: unknown): value is StreamReply =>
  typeof value === 'object' && value !== null && 'stream' in value && typeof value.stream === 'function';
