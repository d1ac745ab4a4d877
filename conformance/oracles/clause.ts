import { type Operation, pointerTo, type Reply, replyFor } from '../../openapi/contract';
import type { Clause, Exchange } from '../model';

/** A sentence about an operation as a whole. */
export const operationClause = ({ pointer }: Operation, sentence: string): Clause => ({ sentence, pointer });

/** A sentence about the reply that the contract documents for an exchange, with the document's own words for it. */
export function replyClause(
  { request: { operation }, response }: Exchange,
  sentence: string,
  ...below: string[]
): Clause {
  const reply = response && replyFor(operation, response.status);
  if (reply === undefined) return { sentence, pointer: pointerTo(operation.pointer, 'responses') };
  return { sentence: `${sentence} ${describe(reply)}`.trim(), pointer: pointerTo(reply.pointer, ...below) };
}

const describe = ({ status, description }: Reply): string =>
  description === '' ? '' : `(${status}: ${description.trim()})`;
