import type { Operation, Reply } from '../model/operation';

/** The reply that the contract documents for a status: the exact one, else its range, else `default`. */
export function replyFor(operation: Operation, status: number): Reply | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  const named = (wanted: Reply['status']) => operation.replies.find((reply) => reply.status === wanted);
  return named(status) ?? named(range as Reply['status']) ?? named('default');
}

/** The first reply of the document with a status of 2xx, and that status as a number. */
export function successOf(operation: Operation): { readonly status: number; readonly reply: Reply } | undefined {
  for (const reply of operation.replies) {
    if (typeof reply.status === 'number' && reply.status >= 200 && reply.status < 300) {
      return { status: reply.status, reply };
    }
    if (reply.status === '2XX') return { status: 200, reply };
  }
  return undefined;
}

/** Whether the contract lists this status for the operation by number or range, not by `default` alone. */
export function documents(operation: Operation, status: number): boolean {
  const reply = replyFor(operation, status);
  return reply !== undefined && reply.status !== 'default';
}

/** Whether a reply is of 4xx or 5xx, or `default`. */
export const isError = ({ status }: Reply): boolean =>
  status === 'default' || status === '4XX' || status === '5XX' || (typeof status === 'number' && status >= 400);

/** Whether a reply is of 1xx: then the one that ends the exchange is still to come (RFC 9110 §15.2). */
export const isInterim = ({ status }: Reply): boolean => String(status).startsWith('1');

/**
 * Whether the contract has nothing to say of a status: no final reply is documented (OpenAPI 3.1 lets `responses` be left out), or
 * errors alone, and this is none.
 */
export const isUntold = ({ replies }: Operation, status: number): boolean =>
  replies.every((reply) => isInterim(reply) || (status < 400 && reply.status !== 'default' && isError(reply)));
