import type { Contract, Operation } from '../../openapi/contract';
import type { Taken } from '../../openapi/silences/chosen';
import type { Problem } from '../errors/problems';
import type { WithHeaders } from '../http/headers';
import type { Answer, Outcome } from '../http/reply';
import type { Source } from '../values/source';

/** The reply that is to be sent otherwise than the mock would by itself. */
export interface About {
  readonly contract: Contract;
  readonly choices: Taken;
  readonly request: WithHeaders & { readonly method: string };
  /** The path of the request. */
  readonly path: string;
  readonly operation: Operation | undefined;
  /** The time of the request by its world's clock, and the random numbers for what is made up. */
  readonly source: Source;
  /** What a fault has put into the reply, which stays as it is. */
  readonly given: Given | undefined;
}

/** Of a reply that a fault gives. */
export interface Given {
  readonly hasBody: boolean;
  /** The names of its headers, in lower case. */
  readonly headers: ReadonlySet<string>;
}

/** Says something else; its headers and members are those of the mock's own reply where nothing is to be changed. */
export type Say = (said: Outcome | Problem, about: About) => Outcome | Problem;

/** Sends the same otherwise. */
export type Send = (answer: Answer, about: About) => Answer;
