import type { Plain, RequestPattern } from './request-pattern';

export type Abort =
  | 'CONNECTION_RESET_BY_PEER'
  | 'EMPTY_RESPONSE'
  | 'MALFORMED_RESPONSE_CHUNK'
  | 'RANDOM_DATA_THEN_CLOSE';

/** A reply in place of the one that the API would give: one of `status`, `body` and `text` at least. */
export interface FaultReply {
  /**
   * From 200 to 599; 200 where `body` or `text` is given without it. Alone, a status from 400 on is answered in the error
   * envelope, another without a body.
   */
  readonly status?: number | undefined;
  /**
   * Headers of the reply, by name, in place of those of the same name, whatever its case. A list is sent as one header for
   * each of its values: two for `Set-Cookie`, none at all for an empty list.
   */
  readonly headers?: Readonly<Record<string, Plain | readonly Plain[]>> | undefined;
  /** A body in JSON: any value, which need not be one that the contract allows. Not with `text`. */
  readonly body?: unknown;
  /** A body as it is sent, in UTF-8. Not with `body`. */
  readonly text?: string | undefined;
  /** Of the body; `application/json` for `body` and `text/plain; charset=utf-8` for `text` where it is left out. */
  readonly mediaType?: string | undefined;
}

/** Milliseconds of real time, both included; each request draws one between them. */
export interface DelayRange {
  readonly from: number;
  readonly to: number;
}

/** What goes wrong, and when: a reply, `delayMs` or `abort` at least, but not both a reply and `abort`. */
export interface FaultRule extends FaultReply {
  /** The requests that it is for; all of them where it is left out. */
  readonly match?: RequestPattern | undefined;
  /** Short for `match.operationId`. */
  readonly operationId?: string | undefined;
  /** Short for `match.key`. */
  readonly key?: string | undefined;
  /** They are delayed by so long, in real time. */
  readonly delayMs?: number | DelayRange | undefined;
  /** Their connection is broken off in this way. */
  readonly abort?: Abort | undefined;
  /** How many of them are let through before the first is struck; none where it is left out. */
  readonly after?: number | undefined;
  /** The chance of each to be struck, from 0 to 1, which is the default. */
  readonly probability?: number | undefined;
  /** How many are struck at most; no limit where it is left out. */
  readonly times?: number | undefined;
}

/** A fault that was injected. */
export interface Fault {
  readonly id: string;
  readonly rule: FaultRule;
  /** How often it has struck. */
  readonly struck: number;
  /** How many requests it has let through because of `after`; left out while it is none. */
  readonly passed?: number;
}
