import type { RawHeaders } from './raw-headers';

/** A reply as it is sent: status, headers, and the body. */
export interface Answer {
  readonly status: number;
  readonly headers: RawHeaders;
  readonly bytes: string | Buffer;
  /** The body without its `Content-Encoding`, where it has one. */
  readonly plain?: string | Buffer | undefined;
  /** How it goes over a connection, where somebody has chosen that. */
  readonly delivery?: Delivery | undefined;
}

export interface Delivery {
  /** Whether it is sent in chunks (RFC 9112 §7.1), as its headers then say. */
  readonly inChunks: boolean;
  /** Whether all names of headers are sent in small letters, those that the server adds, too. */
  readonly inLowerCase: boolean;
}
