import type { Operation } from '../../openapi/contract';
import type { Exchange } from '../exchange/exchange';
import type { Clause, Level } from './clause';
import type { Topic } from './verdict';

/** What a server is held to, whoever judges it. Its id never changes its meaning. */
export interface Rule {
  readonly id: string;
  readonly title: string;
  readonly level: Level;
}

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
  /** Its place in the document, where that is another than the clause's. */
  readonly pointer?: string;
  /** Whether a server may have a reason that the contract does not tell: then it is a warning. */
  readonly isExcusable?: true;
}

/** What a rule says of an exchange. */
export interface Spoken {
  readonly rule: Rule;
  /** The operation that it is reported for. */
  readonly operation: Operation;
  readonly clause: () => Clause;
  /** None: the exchange keeps the rule. */
  readonly breaches: readonly Breach[];
}

/** A breach, and what it breaks. */
export interface BrokenRule extends Pick<Spoken, 'rule' | 'operation'> {
  readonly clause: Clause;
  readonly breach: Breach;
}

/** The breaches that rules have found in an exchange. */
export const brokenIn = (spoken: readonly Spoken[]): readonly BrokenRule[] =>
  spoken.flatMap(({ rule, operation, clause, breaches }) =>
    breaches.map((breach) => ({ rule, operation, clause: clauseFor(breach, clause()), breach })),
  );

/** @param clause of the rule */
export const clauseFor = ({ pointer }: Breach, clause: Clause): Clause =>
  pointer === undefined ? clause : { ...clause, pointer };
