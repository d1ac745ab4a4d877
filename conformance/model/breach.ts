import type { Operation } from '../../openapi/contract';
import type { Clause } from './clause';
import type { Exchange } from './exchange';
import type { Rule } from './rule';
import type { Topic } from './topic';

/** What an exchange shows that breaks a rule. */
export interface Breach {
  readonly expected: string;
  readonly actual: string;
  /** Tells the breaches of one rule on one operation apart. */
  readonly key: string;
  /** The earlier exchange that it disagrees with. */
  readonly earlier?: Exchange;
  /** Whether a request between the two must have done it: then the last one that may have is shown, too. */
  readonly isDoneBetween?: true;
  readonly topic?: Topic;
  /** Whether a server may have a reason that the contract does not tell: then it is a warning. */
  readonly isExcusable?: true;
}

/** A breach, and what it breaks. */
export interface BrokenRule {
  readonly rule: Rule;
  /** The operation that it is reported for. */
  readonly operation: Operation;
  readonly clause: Clause;
  readonly breach: Breach;
}
