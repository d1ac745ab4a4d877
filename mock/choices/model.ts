import type { Contract, Operation } from '../../openapi/contract';
import type { Taken } from '../../openapi/silences/chosen';
import type { Problem } from '../errors/problems';
import type { Answer } from '../http/answer';
import type { WithHeaders } from '../http/header-values';
import type { Outcome } from '../http/outcome';

/** The reply that is to be sent otherwise than the mock would by itself. */
export interface About {
  readonly contract: Contract;
  readonly choices: Taken;
  readonly request: WithHeaders & { readonly method: string };
  readonly operation: Operation | undefined;
  /** The time of the request by its world's clock, in Unix milliseconds. */
  readonly now: number;
}

/** Says something else; its headers and members are those of the mock's own reply where nothing is to be changed. */
export type Say = (said: Outcome | Problem, about: About) => Outcome | Problem;

/** Sends the same otherwise. */
export type Send = (answer: Answer, about: About) => Answer;
