import type { Contract } from '../model/contract';

/** What is wrong with a document, where, and what to do about it: the parts of a `ContractError`. */
export interface Finding {
  readonly pointer: string;
  readonly problem: string;
  readonly remedy: string;
}

/** Looks for one kind of fault; the first that there is counts. */
export type Check = (contract: Contract, document: Readonly<Record<string, unknown>>) => Finding | undefined;
