import type { Abort, Fault, FaultRule } from '../../../openapi/types/control';
import type { RequestFacts } from './journal';
import type { Awaitable } from './store';

/** What the faults do to one request. */
export interface FaultEffect {
  /** How long it is delayed before anything else, in real time. */
  readonly delayMs: number;
  /** What ends it, and the fault that does; undefined where the request goes on after the delay. */
  readonly end: FaultEnd | undefined;
  /** Every fault that applied, in their order. */
  readonly ids: readonly string[];
}

export type FaultEnd =
  | { readonly id: string; readonly reply: FaultReply }
  | { readonly id: string; readonly abort: Abort };

/** A reply in place of the one that the API would give: one of `status`, `body` and `text` at least. */
export type FaultReply = Pick<FaultRule, 'status' | 'headers' | 'body' | 'text' | 'mediaType'>;

/** All that the faults of a world remember, as plain data that JSON can hold. */
export interface FaultsMemory {
  /** With their ids and their counts. */
  readonly faults: readonly Fault[];
  /** Where their chances stand, an integer from 0 to 2^32-1: it decides to which requests those that leave it to chance apply next. */
  readonly chances: number;
}

/** So many faults a world has at most: each request looks at all of them. */
export const MOST_FAULTS = 10_000;

/**
 * The faults of a world, in the order of their making. Every method is one indivisible step. `add` and `restore` throw a
 * StoreFull where there would be more than `MOST_FAULTS`, or more than there is room for; then everything is as it was.
 */
export interface Faults {
  /**
   * What the rules look at, so that no request pays for what none of them needs: `nothing` where there is no rule, `body`
   * where one looks into it, so that it is to be read before the request is admitted.
   */
  readonly lookAt: 'nothing' | 'head' | 'body';
  /** Ids count up from 1. None is given twice, and none that `restore` has brought. */
  add(rule: FaultRule): Awaitable<Fault>;
  list(): Awaitable<readonly Fault[]>;
  /** False where there is none of this id. */
  remove(id: string): Awaitable<boolean>;
  clear(): Awaitable<void>;
  /** All that is remembered, for `restore`. */
  dump(): Awaitable<FaultsMemory>;
  /** Remembers these parts in place of what there is; a part that is left out stays as it is. */
  restore(parts: { readonly [Part in keyof FaultsMemory]?: FaultsMemory[Part] | undefined }): Awaitable<void>;
  /** Is called once they are in no world any more: they count no longer. */
  leave(): Awaitable<void>;
}

/** Faults that apply in a step of their own. Where a request is admitted in one step with other things, that step applies them. */
export interface ApplyingFaults extends Faults {
  /**
   * What the faults do to a request; undefined where none applies.
   *
   * Faults are tried in their order: delays add up, and the first that answers or aborts is the last that is tried. One
   * that is tried, is not used up and matches lets the request through while it has let through fewer than `after`; only
   * then does chance decide. Numbers are drawn in the same order: one for each fault that leaves it to chance whether it
   * applies, then one for its delay if that is a range and it applies. Nothing else draws: a probability of 0 or 1, and a
   * range of one value, do not shift the luck of the faults after it, unless it ends the request.
   */
  apply(request: RequestFacts): Awaitable<FaultEffect | undefined>;
}
