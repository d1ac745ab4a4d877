/** Bytes of a message as far as they were kept. */
export interface Kept {
  readonly bytes: Uint8Array;
  /** How many there were: more than are kept of a long body. */
  readonly length: number;
}

/** A request that went through the proxy, and what came of it. */
export interface Observed {
  /** Places in the one order in which all requests begin and all replies end. */
  readonly began: number;
  readonly ended: number;
  /** What was in flight when its reply ended: nothing, requests that ask for no change alone, or any. */
  readonly meanwhile: 'nothing' | 'safe' | 'any';
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly milliseconds: number;
  /** From 1, in the order in which clients have opened them. */
  readonly connection: number;
  /** How many requests the connection had carried before. */
  readonly carried: number;
  /** Whether the request asks for no change (RFC 9110 §9.2.1). */
  readonly isSafe: boolean;
  readonly requestHead: Uint8Array;
  readonly requestBody: Kept;
  /** Whether all of the request had been sent when its reply had come. */
  readonly isSent: boolean;
  /** Empty where no reply came. */
  readonly replyHead: Uint8Array;
  readonly replyBody: Kept;
  /** How the reply ended: `cut`: the server closed the connection before its end; `none`: before its beginning. */
  readonly ending: 'whole' | 'cut' | 'none' | 'malformed';
  /** Whether more came behind the reply than the client had asked for. */
  readonly hasExcess: boolean;
  /** The number of the reply that is held until it is judged; undefined where none is. */
  readonly held: number | undefined;
}

/** Why an exchange that went through the proxy is not judged. */
export type Unjudged =
  | 'left by the client'
  | 'lost as the server closed a connection between two'
  | 'answered by a stream'
  | 'beside HTTP/1.1'
  | 'by TLS, which the proxy does not speak'
  | 'faster than they could be judged'
  | 'answered by the proxy, as no server was there';

/** What the relay tells of the traffic, many exchanges at a time. */
export interface Batch {
  readonly observed: readonly Observed[];
  /** How many exchanges it does not tell of, since the last batch, by the reason. */
  readonly unjudged: Readonly<Partial<Record<Unjudged, number>>>;
  /**
   * Up to this place there went by some of those that may have changed the server's records, or used up an allowance; all of
   * `observed` ended after them. Undefined where there were none.
   */
  readonly gap: number | undefined;
  /** Why the server could not be reached, where that was so. */
  readonly unreachable: string | undefined;
}
