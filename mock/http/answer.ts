import type { RawHeaders } from './raw-headers';

/** A reply as it is sent: status, headers, and the body. */
export interface Answer {
  readonly status: number;
  readonly headers: RawHeaders;
  readonly bytes: string | Buffer;
}
