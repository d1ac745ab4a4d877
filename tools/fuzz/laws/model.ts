import type { Contract, Match } from '../../../openapi/contract';
import type { Attempt, LawId, Reply } from '../model';
import type { Subject } from '../subject';

/** A reply with all that it is judged by. */
export interface Exchange {
  readonly attempt: Attempt;
  readonly reply: Reply;
  readonly subject: Subject;
  /** The contract that the reply has to keep. */
  readonly contract: Contract;
  /** What the request means; undefined where it is not one request that can be read. */
  readonly match: Match | undefined;
  /** Whether the request is for the control plane. */
  readonly isControl: boolean;
}

/** What every reply has to keep. */
export interface Law {
  readonly id: LawId;
  /** What is wrong, in a few words that are the same for the same fault; undefined where nothing is. */
  judge(exchange: Exchange): string | undefined;
}
