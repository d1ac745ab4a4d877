/**
 * What the control plane takes and returns. `npm run control-types` writes this file from `openapi/control.yaml`. Instants are
 * texts of RFC 3339.
 */
import type { GivenChoices, SilenceId } from '../silences/choices';

export interface Health {
  /** Whether it takes requests. It does not while it shuts down, nor while a shared store is out of reach. */
  readonly ready: boolean;
  /** That it answers. */
  readonly live: true;
  /** That of the mock. */
  readonly version: string;
  readonly contract: {
    readonly title: string;
    readonly version: string;
    /** When it was read; with `--watch`, for the last time. */
    readonly readAt: string;
    /** The path that every path begins with, such as `/v1`. */
    readonly prefix: string;
    /** Each way to send an API key. */
    readonly credentials: readonly Credential[];
  };
  readonly uptimeSeconds: number;
  /** The default one and every session's. */
  readonly worlds: number;
  /** Lines of the log that were not read in time, since the start. */
  readonly droppedLogLines: number;
  /** Requests of this process that a shared store has not taken into a journal in time, since the start. */
  readonly droppedJournalEntries: number;
  /** Connections beyond the most, since the start. */
  readonly refusedConnections: number;
  /**
   * Where it remembers, and how that is doing. `degraded`: a shared store is out of reach, too slow, or refuses
   * what it is asked; `reason` says which, and until it is back requests get a 503.
   */
  readonly store: {
    readonly kind: 'memory' | 'redis';
    readonly state: 'ok' | 'degraded';
    readonly reason: string | null;
    readonly since: string | null;
  };
  /**
   * What is wrong at present with something other than a request, a sentence each: with `--watch` an edit that
   * can't be used, while the last good one is served; with `--state` a file that can't be written; with `--store`
   * a store that is out of reach. Always empty for clients that may not use the rest of the control plane. An
   * event `change` of the stream says when there may be others.
   */
  readonly warnings: readonly string[];
  readonly memory: ShownMemory;
  /** The session below whose path it was asked; null for the default world. */
  readonly session: {
    readonly id: string;
    readonly name: string | null;
  } | null;
  /**
   * What is done in the world where its document leaves things open, as far as it is not what the mock does by
   * itself: to be repeated by the same `choices`, `vary` and `except`.
   */
  readonly choices: {
    /** What was chosen. */
    readonly choices: {
      readonly [key: string]: readonly string[];
    };
    readonly vary: number | null;
    readonly except: readonly string[];
    /** What is done otherwise; of several any, by the request. */
    readonly taken: {
      readonly [key: string]: readonly string[];
    };
  };
}

/**
 * How much memory the mock may take, and takes now, in bytes; null for clients that may not use the rest of the
 * control plane.
 */
export type ShownMemory = {
  /** The most that the process as a whole may take. */
  readonly mostBytes: number;
  /** What the system counts for it now; null while it can't be asked. */
  readonly residentBytes: number | null;
  /** What is kept for clients, each with its own bound. */
  readonly parts: readonly {
    readonly name: string;
    readonly mostBytes: number;
    /** Null where they are not counted. */
    readonly usedBytes: number | null;
  }[];
} | null;

/** Where a request carries an API key. */
export interface Credential {
  readonly in: 'header' | 'query' | 'cookie';
  /** Of the header, query parameter or cookie. */
  readonly name: string;
  /**
   * What stands before the key, such as `Bearer`, with a space between; left out where the key stands alone. After
   * `Basic`, the key is a user's name.
   */
  readonly scheme?: string | undefined;
}

/** A world as one JSON document. */
export interface State {
  readonly records: StoredRecords;
  readonly allowances: Usages;
  readonly clock: ClockState;
  readonly faults: Faults;
  readonly chances: Chances;
}

/** The parts of a world to replace. */
export interface StateChange {
  readonly records?: StoredRecords | undefined;
  readonly allowances?: Usages | undefined;
  /** As `Clock`; how far it is ahead follows from the time. */
  readonly clock?:
    | {
        readonly now: string;
        readonly frozen: boolean;
        readonly offsetSeconds?: number | undefined;
      }
    | undefined;
  readonly faults?: Faults | undefined;
  readonly chances?: Chances | undefined;
}

/** A record as a reply of the API would show it, with its id where the contract has a property for one. */
export type StoredRecord = Readonly<Record<string, unknown>>;

export type NewRecord = unknown;

/**
 * An array of records for each collection, by its name. A collection below a parent is named by a JSON array of
 * its name and the parents' ids.
 */
export interface StoredRecords {
  readonly [key: string]: readonly StoredRecord[];
}

/** What has been used, by the key's name, or `address` and a client's address. */
export interface Usages {
  readonly [key: string]: ShownAccount;
}

export type Faults = readonly Fault[];

/**
 * Where the chances of the faults stand. It decides which requests a fault with a `probability` applies to next,
 * and how long a range of delays makes them wait, so that a world that is put back goes on as it would have.
 */
export type Chances = number;

export interface ShownAccount {
  /** The windows that are open, by name. */
  readonly windows: {
    readonly [key: string]: {
      readonly used: number;
      readonly openedAt: string;
    };
  };
  /** How many requests in a row were refused. */
  readonly refusals?: number | undefined;
  readonly bannedUntil?: (string | null) | undefined;
  /** How long the ban was when it began, so that a clock set back makes it last no longer. */
  readonly banSeconds?: number | undefined;
}

export interface FoundRecords {
  readonly collections: readonly {
    readonly name: string;
    readonly count: number;
  }[];
  /** The one that the records are of. */
  readonly collection: string | null;
  /** The property that has the id; null where none has. */
  readonly idProperty: string | null;
  /** A made-up record, without an id, to begin another with. */
  readonly example: Record<string, unknown> | null;
  /** How many records match. */
  readonly total: number;
  readonly records: readonly StoredRecord[];
  /** The ids of `records`, in the same order. */
  readonly ids: readonly RecordId[];
}

export type RecordId = number | bigint | string;

export interface ClockState {
  readonly now: string;
  readonly frozen: boolean;
  /** How far it is ahead of the real time. */
  readonly offsetSeconds: number;
}

export type ClockChange =
  | {
      readonly action: 'advance';
      readonly seconds: number;
    }
  | {
      readonly action: 'set';
      readonly instant: string;
    }
  | {
      readonly action: 'freeze' | 'run' | 'reset';
    };

export interface ChoicesState {
  /** The seed by which unspecified behaviours vary; null for none. */
  readonly vary: number | null;
  readonly except: Except;
  /** All unspecified behaviours, as `openapi/silences.yaml` has them, with what is done about each. */
  readonly choices: readonly SilenceState[];
}

/** A behaviour that API descriptions leave open, and what is done about it. */
export interface SilenceState {
  readonly id: SilenceId;
  readonly about: 'requests' | 'records' | 'errors' | 'limits' | 'replies' | 'connections';
  readonly question: string;
  /** What may be done; the first one is the mock's own. */
  readonly options: readonly {
    readonly id: string;
    /** One sentence. */
    readonly means: string;
    /** What it looks like. */
    readonly example: string;
  }[];
  /** What the document leaves of the options. */
  readonly left: readonly string[];
  /** What was chosen; empty where nothing was. */
  readonly chosen: readonly string[];
  /** What is done; of several any, by the request. */
  readonly taken: readonly string[];
  /** What has settled it: the mock itself (`default`), `x-silences` of the document, a choice, or the seed. */
  readonly by: 'default' | 'document' | 'choice' | 'vary';
  /** How often a server may change its mind. */
  readonly varies: 'request' | 'world';
  /** What any server may do. */
  readonly lawful: string;
}

/**
 * As a file of choices: one of the three at least. Other members, such as those that the conformance suite
 * writes beside them, change nothing.
 */
export interface ChoicesChange {
  readonly choices?: GivenChoices | undefined;
  readonly vary?: Vary | undefined;
  readonly except?: Except | undefined;
}

/** A seed, by which each behaviour that is not chosen uses any option that the document leaves open. */
export type Vary = number | null;

/** The ids of behaviours that do not vary. */
export type Except = readonly SilenceId[];

export interface AllowanceState {
  /** The key's name, or `address` and a client's address. */
  readonly name: string;
  readonly plan: string;
  readonly revoked: boolean;
  /** The key's value, which is no secret where it is a demo key that comes with the mock. */
  readonly demoValue?: string | undefined;
  readonly windows: readonly AllowanceWindow[];
  /** How many requests in a row were refused. */
  readonly refusals: number;
  readonly bannedUntil: string | null;
}

export interface AllowanceWindow {
  /** `minute`, `day`, … */
  readonly window: string;
  readonly limit: number;
  readonly used: number;
  readonly left: number;
  /** When it closes; null while it is not open. */
  readonly resetAt: string | null;
}

export interface AllowanceChange {
  /** How many requests are left, by the window's name. */
  readonly left?:
    | {
        readonly [key: string]: number;
      }
    | undefined;
  /** How many requests are used, by the window's name. */
  readonly used?:
    | {
        readonly [key: string]: number;
      }
    | undefined;
  /** For how long the key is banned from now on; 0 lifts a ban. */
  readonly bannedSeconds?: number | undefined;
}

export interface RecordedRequest {
  /** Counts up from 1. */
  readonly id: number;
  /** By the world's clock. */
  readonly at: string;
  readonly durationMs: number;
  readonly method: string;
  readonly path: string;
  /** What follows the `?`. */
  readonly query: string;
  readonly operationId: string | null;
  /** The name of the key; null without a valid one. */
  readonly key: string | null;
  /** Null where no reply was sent. */
  readonly status: number | null;
  /** The id of the last fault that was applied to it. */
  readonly fault: string | null;
  readonly request: RecordedMessage;
  readonly response: RecordedMessage;
}

export interface RecordedMessage {
  /** Credentials and cookies are not repeated. */
  readonly headers: readonly {
    readonly name: string;
    readonly value: string;
  }[];
  /** Null where there is none, or where it was not read. */
  readonly body: string | null;
  /** Whether the body goes on. */
  readonly truncated: boolean;
}

/** A status or, as `4XX` in any case, a class of them. */
export type StatusPattern = string;

/**
 * A path without a query, with the contract's prefix or without it. `*` stands for a segment or a part of one,
 * and so does a name in braces; `**` stands for one or more segments.
 */
export type PathPattern = string;

/** A text; a number or a truth value stands for the text that it is written as. */
export type Plain = string | number | bigint | boolean;

/** Values by name; `*` stands for any. */
export interface PlainValues {
  readonly [key: string]: Plain;
}

/** A JSON value; of an object, what the body has besides is no matter. */
export type PartOfBody = unknown;

/** In any case; HEAD is not GET. */
export type MethodPattern = string;

/**
 * What a request must have; an empty pattern matches each. An operation or a key that does not exist is refused
 * with 400.
 */
export interface RequestPattern {
  /** Of an operation of the contract. */
  readonly operationId?: string | undefined;
  readonly method?: MethodPattern | undefined;
  readonly path?: PathPattern | undefined;
  readonly query?: PlainValues | undefined;
  readonly headers?: PlainValues | undefined;
  /** The name of a key of this world. */
  readonly key?: string | undefined;
  readonly body?: PartOfBody | undefined;
}

/**
 * What a request of the journal must have; an empty pattern matches each. An operation or a key that does not
 * exist is refused with 400.
 */
export interface Pattern {
  /** Of an operation of the contract. */
  readonly operationId?: string | undefined;
  readonly method?: MethodPattern | undefined;
  readonly path?: PathPattern | undefined;
  readonly query?: PlainValues | undefined;
  readonly headers?: PlainValues | undefined;
  readonly status?: (StatusPattern | number) | undefined;
  /** The name of a key of this world. */
  readonly key?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly body?: PartOfBody | undefined;
}

export interface Count {
  readonly count: number;
  /** How many older requests the journal has no longer, which may have matched. */
  readonly forgotten: number;
}

/**
 * Which requests it applies to, and what it does to them: a reply, `delayMs` or `abort` at least, but not both a
 * reply and `abort`. An operation or a key that does not exist is refused with 400; so is a header that HTTP
 * does not allow, and a body where HTTP allows none (204, 205, 304).
 */
export interface FaultRule {
  readonly match?: RequestPattern | undefined;
  /** Short for `operationId` of `match`. */
  readonly operationId?: string | undefined;
  /** Short for `key` of `match`. */
  readonly key?: string | undefined;
  /**
   * Alone, a status from 400 on is answered in the error envelope, another without a body. 200 where it is left
   * out beside `body` or `text`.
   */
  readonly status?: number | undefined;
  /**
   * Headers of the reply, in place of those of the same name. A list is sent as a header for each of its values,
   * an empty one as none. They go with `status`, `body` or `text`; those that frame a message are refused. In a
   * 429, `Retry-After` decides on the headers of the allowance, too.
   */
  readonly headers?:
    | {
        readonly [key: string]: Plain | readonly Plain[];
      }
    | undefined;
  /** A body in JSON, which need not fit the contract. */
  readonly body?: unknown;
  /** A body as it is sent. */
  readonly text?: string | undefined;
  /** That of `body` or `text`. */
  readonly mediaType?: string | undefined;
  /** Waits, by the real time; of a range, so long as chance decides. Alone, the request goes on after that. */
  readonly delayMs?: (number | DelayRange) | undefined;
  readonly abort?: Abort | undefined;
  /** How many matching requests it lets through before the first that it may apply to. */
  readonly after?: number | undefined;
  /** The chance of each matching request, from 0 to 1, that it applies; the world's seed decides when. */
  readonly probability?: number | undefined;
  /** How often it applies at most; no limit when left out. */
  readonly times?: number | undefined;
}

/** Milliseconds of real time, both included; each request draws one between them. */
export interface DelayRange {
  readonly from: number;
  /** Not less than `from`. */
  readonly to: number;
}

/** Breaks the connection off in this way. */
export type Abort =
  | 'CONNECTION_RESET_BY_PEER'
  | 'EMPTY_RESPONSE'
  | 'MALFORMED_RESPONSE_CHUNK'
  | 'RANDOM_DATA_THEN_CLOSE';

export interface Fault {
  readonly id: string;
  /**
   * In lists, and where it is added, the values of keys and what `match` has of credentials read `hidden`; the
   * state of a world has them as they are.
   */
  readonly rule: FaultRule;
  /** How often it was applied. */
  readonly struck: number;
  /** How many requests it has let through because of `after`; left out while it is none. */
  readonly passed?: number | undefined;
}

export interface SessionOptions {
  /**
   * What lists and logs call it, which may be any text. In it, control characters and line separators become a
   * space; spaces around it are dropped; what is longer than 200 characters ends in `…`. An empty one is no name.
   * Several sessions may have the same.
   */
  readonly name?: string | undefined;
  /** Other figures for plans of the contract, by name; `unlimited` for all or one lifts the limits. */
  readonly plans?:
    | (
        | 'unlimited'
        | {
            readonly [key: string]:
              | 'unlimited'
              | {
                  readonly second?: Figure | undefined;
                  readonly minute?: Figure | undefined;
                  readonly hour?: Figure | undefined;
                  readonly day?: Figure | undefined;
                };
          }
      )
    | undefined;
  /** The records to start with, in arrays by resource, or `none`. When left out, those of the mock. */
  readonly fixtures?:
    | (
        | 'none'
        | {
            readonly [key: string]: readonly NewRecord[];
          }
      )
    | undefined;
  /** Of generated values, and of faults with a probability. When left out, that of the mock. */
  readonly seed?: number | undefined;
  readonly choices?: GivenChoices | undefined;
  readonly vary?: Vary | undefined;
  readonly except?: Except | undefined;
  /** After how many idle seconds it is forgotten. */
  readonly timeToLive?: number | undefined;
}

export type Figure = number;

export interface ShownSession {
  readonly id: string;
  /** As it is shown; null without one. */
  readonly name: string | null;
  readonly openedAt: string;
  /** Unless it is used before. */
  readonly expiresAt: string;
}

export interface OpenedSession {
  readonly id: string;
  /** As it is shown; null without one. */
  readonly name: string | null;
  /** The value of each API key, by its name. */
  readonly apiKeys: {
    readonly [key: string]: string;
  };
  readonly openedAt: string;
  readonly expiresAt: string;
}

export interface ErrorEnvelope {
  readonly code: string;
  readonly message: string;
  readonly status: number;
}
