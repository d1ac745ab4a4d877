import type { Contract } from '../../openapi/contract';
import type { Clause, Level } from './clause';
import type { Exchange, Request } from './exchange';
import type { Known } from './known';
import type { Subject } from './subject';
import type { Target } from './target';
import type { Verdict } from './verdict';

/**
 * A check is a value. Its id never changes its meaning.
 *
 * Its cases are values too, so that a small budget is spent on the most telling case of every check before the second
 * one of any.
 */
export interface Check {
  readonly id: string;
  readonly title: string;
  readonly level: Level;
  readonly applies: (subject: Subject) => boolean;
  readonly clause: (subject: Subject) => Clause;
  readonly cases: (subject: Subject, options: CaseOptions) => readonly Case[];
}

export interface CaseOptions {
  /** Random examples for each check that draws some. */
  readonly examples: number;
  readonly seed: number;
  readonly limits: LimitOptions | undefined;
}

export interface LimitOptions {
  /** The most requests that using up the key's allowance may take. */
  readonly most: number;
  readonly waitForReset: boolean;
}

/** The smallest thing that is sent and judged as a whole. */
export interface Case {
  readonly name: string;
  /** 1: enough to find most faults. 2: thorough. 3: random. */
  readonly tier: 1 | 2 | 3;
  /** The most requests that it sends. */
  readonly cost: number;
  readonly run: (context: CaseContext) => Promise<Verdict | readonly Verdict[]>;
}

/** What a running case works with. */
export interface CaseContext {
  readonly contract: Contract;
  readonly target: Target;
  readonly subject: Subject;
  readonly options: CaseOptions;
  readonly known: Known;
  /**
   * Sends a request; every oracle judges the exchange.
   *
   * @throws OutOfBudget when it may not be sent any more
   */
  send(request: Request): Promise<Exchange>;
  /** Waits, within the time that is left. */
  wait(milliseconds: number): Promise<void>;
}
