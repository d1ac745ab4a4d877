import type { JsonObject } from '../json/object';
import type { Contract } from '../model/contract';

/** What is wrong with a document, where, and what to do about it: the parts of a `ContractError`. */
export interface DocumentProblem {
  readonly pointer: string;
  readonly problem: string;
  readonly remedy: string;
}

/** Looks for one kind of problem, and gives the first of that kind. */
export type DocumentRule = (contract: Contract, document: JsonObject) => DocumentProblem | undefined;
