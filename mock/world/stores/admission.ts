import type { Random } from './clock';
import type { FaultEffect } from './faults';
import type { RequestFacts } from './journal';
import type { Decision, RunningAllowance } from './ledger';
import type { Records } from './records';
import type { Awaitable } from './store';

/** When a request is, by the clock of its world, and what is made up for it: the same for all of its reply. */
export interface Moment {
  /** Unix milliseconds. */
  readonly now: number;
  /** The beginning of its day (UTC), in Unix milliseconds. */
  readonly day: number;
  /** What the values are drawn from that are made up for it. */
  readonly random: Random;
}

/** A request to the API, as the stores of its world admit it. */
export interface AdmissionRequest<Result> {
  /** By the clock as it is known here. */
  readonly moment: Moment;
  /** The name of the caller's account. */
  readonly account: string;
  /** What the account may use; undefined where allowances are not enforced: then nothing is ever used. */
  readonly allowances: readonly RunningAllowance[] | undefined;
  /** What faults look at; undefined where no fault looks at anything. */
  readonly facts: RequestFacts | undefined;
  readonly deadline: Deadline;
  /** The records of its world, as its operation uses them. */
  readonly records: Records;
  /**
   * Carries out its operation on these records, at this moment. A store may call it before the request is admitted, with
   * records that change nothing until then.
   *
   * @returns undefined where the operation can not begin before
   */
  begin(records: Records, moment: Moment): Promise<Result> | undefined;
}

/** What became of a request. */
export interface Admitted<Result> {
  readonly moment: Moment;
  /** Undefined where allowances are not enforced. */
  readonly decision: Decision | undefined;
  /** What faults do to it: none applies to what the allowance refuses. */
  readonly effect: FaultEffect | undefined;
  /** What its operation has come to, where the store has begun it; to be called once, for a request that is served. */
  readonly outcome?: (() => Promise<Result> | undefined) | undefined;
}

/**
 * Admits a request: its time, what it takes of its allowance, and what faults do to it, in one indivisible step.
 *
 * @throws StoreUnavailable
 */
export type Admit = <Result>(request: AdmissionRequest<Result>) => Awaitable<Admitted<Result>>;

/** Until when a store may keep a request waiting. */
export interface Deadline {
  /** @throws StoreUnavailable once the request was answered without its store: nothing more is begun for it */
  throwIfOver(): void;
  /** Waits for something besides the store, such as the client; that time does not count. */
  excluded<T>(wait: Promise<T>): Promise<T>;
}

export const NO_DEADLINE: Deadline = { throwIfOver() {}, excluded: (wait) => wait };
