import type { Awaitable } from './awaitable';

export type Abort =
  | 'CONNECTION_RESET_BY_PEER'
  | 'EMPTY_RESPONSE'
  | 'MALFORMED_RESPONSE_CHUNK'
  | 'RANDOM_DATA_THEN_CLOSE';

/** What goes wrong, and when: one of `status`, `delayMs` and `abort` at least, but not both `status` and `abort`. */
export interface FaultRule {
  /** Only requests of this operation. */
  readonly operationId?: string;
  /** Only requests with this key, by its name. */
  readonly key?: string;
  /** They are answered with this status in the error envelope. */
  readonly status?: number;
  /** They are delayed by so long, in real time. */
  readonly delayMs?: number;
  /** Their connection is broken off in this way. */
  readonly abort?: Abort;
  /** The chance of each to be struck, from 0 to 1, which is the default. */
  readonly probability?: number;
  /** How many are struck at most; no limit where it is left out. */
  readonly times?: number;
}

/** A fault that was injected. */
export interface Fault {
  readonly id: string;
  readonly rule: FaultRule;
  /** How often it has struck. */
  readonly struck: number;
}

/** What the faults do to one request. */
export interface FaultEffect {
  /** How long it is delayed before anything else, in real time. */
  readonly delayMs: number;
  /** What ends it, and the fault that does; undefined where the request goes on after the delay. */
  readonly end: FaultEnd | undefined;
  /** Every fault that struck, in their order. */
  readonly ids: readonly string[];
}

export type FaultEnd =
  | { readonly id: string; readonly status: number }
  | { readonly id: string; readonly abort: Abort };

/** The faults of a world, in the order of their making. Every method is one indivisible step. */
export interface Faults {
  /** Ids count up from 1. None is given twice, and none that `restore` has brought. */
  add(rule: FaultRule): Awaitable<Fault>;
  list(): Awaitable<readonly Fault[]>;
  /** False where there is none of this id. */
  remove(id: string): Awaitable<boolean>;
  clear(): Awaitable<void>;
  /** Puts these, with their ids and their counts, in place of all that there are. */
  restore(faults: readonly Fault[]): Awaitable<void>;
  /**
   * What the faults do to a request of this operation and this key; undefined where none strikes.
   *
   * Faults are tried in their order: delays add up, and the first that answers or aborts is the last that is tried. A
   * number is drawn for each fault that is tried, applies, is not used up and leaves something to chance, and for no
   * other: one whose probability is 0 or 1 does not shift the luck of those after it, unless it ends the request.
   */
  strike(operationId: string | undefined, keyName: string | undefined): Awaitable<FaultEffect | undefined>;
}
