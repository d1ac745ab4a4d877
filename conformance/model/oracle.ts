import type { Contract } from '../../openapi/contract';
import type { Clause, Level } from './clause';
import type { Exchange } from './exchange';
import type { Target } from './target';

/** An oracle looks at every exchange, whoever sent it. */
export interface Oracle {
  readonly id: string;
  readonly title: string;
  readonly level: Level;
  readonly clause: (exchange: Exchange, contract: Contract) => Clause;
  /** Undefined where it has nothing to say of such an exchange; else the faults that it sees, none for a lawful one. */
  readonly judge: (exchange: Exchange, before: History) => readonly Fault[] | undefined;
}

/** A fault that an oracle sees. */
export interface Fault {
  readonly expected: string;
  readonly actual: string;
  /** Tells faults of one oracle on one operation apart. */
  readonly key: string;
  readonly level?: 'warn';
  readonly pointer?: string;
  /** The earlier exchange that it disagrees with. */
  readonly earlier?: Exchange;
}

/** What an oracle may know beside the exchange. */
export interface History {
  readonly contract: Contract;
  readonly target: Target;
  /** The exchange before this one with the same credential. */
  readonly previous: Exchange | undefined;
}
