import { type Operation, pointerTo, type Reply, replyFor } from '../../openapi/contract';
import type { Exchange } from '../exchange/exchange';

export type Level = 'MUST' | 'SHOULD';

/** The sentence of the contract that a check holds a server to, and where it stands. */
export interface Clause {
  readonly sentence: string;
  readonly pointer: string;
}

/** A sentence about an operation as a whole. */
export const operationClause = ({ pointer }: Operation, sentence: string): Clause => ({ sentence, pointer });

/** A sentence about a documented reply of an operation, with the document's own words for it. */
export function clauseOf({ operation }: { readonly operation: Operation }, status: number, sentence: string): Clause {
  const reply = replyFor(operation, status);
  return { sentence: withDescription(sentence, reply), pointer: reply?.pointer ?? operation.pointer };
}

/** The same about the reply that the contract documents for an exchange. */
export function replyClause(
  { request: { operation }, response }: Exchange,
  sentence: string,
  ...below: string[]
): Clause {
  const reply = response && replyFor(operation, response.status);
  if (reply === undefined) return { sentence, pointer: pointerTo(operation.pointer, 'responses') };
  return { sentence: withDescription(sentence, reply), pointer: pointerTo(reply.pointer, ...below) };
}

const withDescription = (sentence: string, reply: Reply | undefined): string =>
  reply === undefined || reply.description === ''
    ? sentence
    : `${sentence} (${reply.status}: ${reply.description.trim()})`;
