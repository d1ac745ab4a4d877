import type { RawHeaders } from './headers';

/** A reply as it is sent: status, headers, and the body. */
export interface Answer {
  readonly status: number;
  readonly headers: RawHeaders;
  readonly bytes: string | Buffer;
  /** The body without its `Content-Encoding`, where it has one. */
  readonly plain?: string | Buffer | undefined;
  /** How it goes over a connection, where a behaviour has changed that. */
  readonly delivery?: Delivery | undefined;
}

export interface Delivery {
  /** Whether it is sent in chunks (RFC 9112 §7.1), as its headers then say. */
  readonly inChunks: boolean;
  /** Whether all names of headers are sent in small letters, those that the server adds, too. */
  readonly inLowerCase: boolean;
}

/** The result of a request before it is written: the values of a reply, not yet its bytes. */
export interface Outcome {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value, or a text of another media type; undefined for no body. */
  readonly body: unknown;
  readonly mediaType: string;
  /** The body as it is sent, where that is not its JSON or is remembered. */
  readonly written?: (() => string | Buffer) | undefined;
}

/** An outcome with headers alone. */
export const noContent = (headers: Outcome['headers']): Outcome => ({
  status: 204,
  headers,
  body: undefined,
  mediaType: '',
});
