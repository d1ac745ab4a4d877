import type { Contract } from '../../openapi/contract';
import type { Breach } from './breach';
import type { Clause } from './clause';
import type { Exchange } from './exchange';
import type { Rule } from './rule';
import type { Target } from './target';

/** An oracle looks at every exchange, whoever sent it. */
export interface Oracle extends Rule {
  readonly clause: (exchange: Exchange, contract: Contract) => Clause;
  /** Undefined where the oracle does not apply to the exchange; else what it finds. */
  readonly judge: (exchange: Exchange, before: History) => readonly OracleBreach[] | undefined;
}

/** A breach, and its place in the document where that is another than the clause's. */
export interface OracleBreach extends Breach {
  readonly pointer?: string;
}

/** What an oracle may know beside the exchange. */
export interface History {
  readonly contract: Contract;
  readonly target: Target;
  /** The exchange before this one with the same credential. */
  readonly previous: Exchange | undefined;
  /** The first exchange of all with the same credential. */
  readonly first: Exchange | undefined;
  /** How many exchanges in a row, the previous one the last of them, have each shown one more left of a window than the one before. */
  readonly rises: number;
  /**
   * The 401 that the same operation gave the same credential when it was asked last, where it had served it before and no
   * 429 may have led to a ban.
   */
  readonly refused: Exchange | undefined;
}
