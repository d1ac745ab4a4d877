/** What the parts of the siege pass to each other: plain data, which also goes between its processes. */

/** Which law a finding breaks. */
export type LawId =
  | 'well-formed'
  | 'answered'
  | 'no-5xx'
  | 'envelope'
  | 'rate-headers'
  | 'keys'
  | 'alive'
  | 'others'
  | 'memory'
  | 'ledger'
  | 'log'
  | 'end'
  | 'process';

export const LAWS: Readonly<Record<LawId, string>> = {
  'well-formed': 'every reply is well-formed HTTP',
  answered: 'a complete request gets a reply',
  'no-5xx': 'no 5xx that nobody asked for',
  envelope: 'every error is in the envelope of the document',
  'rate-headers': 'replies have the rate limit headers that the document requires',
  keys: 'no key shows in a log, the journal or a reply',
  alive: 'the mock lives',
  others: 'another client is answered in time',
  memory: 'memory stays below the stated bound',
  ledger: 'what was accepted is there, and nothing else',
  log: 'the log tells of no failure and no broken reply',
  end: 'SIGTERM ends it within a second, with status 0',
  process: 'files and processes around it do no harm',
};

/** How an attempt goes on after its last byte. */
export type Ending =
  /** Waits for one reply; the connection serves the next attempt. */
  | 'wait'
  /** Closes its own side, and reads to the end. */
  | 'end'
  /** Is silent for a moment, reads what comes, and leaves. */
  | 'hold'
  /** Leaves at once. */
  | 'leave';

/** What is sent on a connection. */
export interface Attempt {
  /** The bytes, in the parts in which they are written. */
  readonly parts: readonly Buffer[];
  readonly ending: Ending;
  /** What is known of the one request in it; undefined where it is no request, or several. */
  readonly request: RequestLine | undefined;
  /** Whether anything may be answered, since the attempt has switched faults on. */
  readonly isUnderFaults?: true;
}

export interface RequestLine {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
}

/** A reply as it came. */
export interface Reply {
  readonly status: number;
  /** By name in lower case; the values of repeated ones are joined by a comma. */
  readonly headers: ReadonlyMap<string, string>;
  /** In Latin-1: a character is a byte. */
  readonly head: string;
  readonly body: Buffer;
}

/** What came back on a connection. */
export interface Received {
  readonly replies: readonly Reply[];
  /** Why the bytes are not replies of HTTP; undefined where they are. */
  readonly malformed: string | undefined;
  /** `silent`: neither a reply nor an end came in time. */
  readonly ended: 'answered' | 'closed' | 'reset' | 'silent' | 'left';
  readonly milliseconds: number;
}

export interface Finding {
  readonly law: LawId;
  readonly attack: string;
  /** What was seen, in one line. */
  readonly what: string;
  /** The number of the attempt; undefined where it can't be told. */
  readonly at?: number | undefined;
  /** How often the same was seen, this one included. */
  readonly times: number;
  /** Commands that repeat it, the surest first. */
  readonly again: readonly string[];
}

/** What was counted. */
export interface Tally {
  readonly tried: number;
  readonly replies: number;
  /** 4xx. */
  readonly refused: number;
  /** 5xx that a preference or a fault asked for. */
  readonly asked5xx: number;
  /** 503 and 507 in the envelope: a stated bound was reached. */
  readonly atBound: number;
  readonly other5xx: number;
  /** Connections that ended without any reply. */
  readonly withoutReply: number;
}

export const NO_TALLY: Tally = {
  tried: 0,
  replies: 0,
  refused: 0,
  asked5xx: 0,
  atBound: 0,
  other5xx: 0,
  withoutReply: 0,
};

/** The sum of what was counted. */
export const sumOf = (one: Tally, other: Tally): Tally => ({
  tried: one.tried + other.tried,
  replies: one.replies + other.replies,
  refused: one.refused + other.refused,
  asked5xx: one.asked5xx + other.asked5xx,
  atBound: one.atBound + other.atBound,
  other5xx: one.other5xx + other.other5xx,
  withoutReply: one.withoutReply + other.withoutReply,
});
