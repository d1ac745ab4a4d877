import type { FaultEffect } from './faults';
import type { Decision, RunningAllowance } from './ledger';
import type { Random } from './random';
import type { RequestFacts } from './request-facts';

/** A request to the API, as the stores of its world take it. */
export interface Visit {
  /** The name of the caller's account. */
  readonly account: string;
  /** What it may use; undefined where allowances are not enforced: then nothing is ever used. */
  readonly allowances: readonly RunningAllowance[] | undefined;
  /** What faults look at; undefined where none looks at anything. */
  readonly facts: RequestFacts | undefined;
}

/** What became of a visit. */
export interface Admitted {
  /** The time of the request by the world's clock, in Unix milliseconds. */
  readonly now: number;
  /** Undefined where allowances are not enforced. */
  readonly decision: Decision | undefined;
  /** What faults do to it: none strikes what the allowance refuses. */
  readonly effect: FaultEffect | undefined;
  /** What the values are drawn from that are made up for this request. */
  readonly random: Random;
}

/**
 * `spend` of the ledger and `strike` of the faults in one indivisible step, for stores whose steps take a round trip. It tells
 * the time, too, so that all who share the world agree on it.
 *
 * @throws Outdated where the state that was asked is not present any more, or is known here as it was before a change: by
 *   then the present one is known
 */
export type Admit = (visit: Visit) => Promise<Admitted>;
