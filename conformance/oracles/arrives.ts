import { isOfOperation } from '../exchange/exchange';
import type { Oracle } from '../judges/rule';
import { operationClause } from '../verdict/clause';

/** Each request gets a whole HTTP response in time. */
export const arrives: Oracle = {
  id: 'reply.arrives',
  title: 'Each request gets a whole reply',
  level: 'MUST',
  clause: ({ request }) => operationClause(request.operation, 'Each operation answers with one of its responses.'),
  judge: (exchange) => {
    const { failure } = exchange;
    if (failure === undefined) return [];
    // The server has had no such request, or has answered in a way that our client can't take.
    if (failure.kind === 'proxy' || failure.kind === 'unread') return undefined;
    // The contract has no such method.
    if (!isOfOperation(exchange)) return undefined;
    return [{ key: failure.kind, expected: 'a whole HTTP response', actual: failure.message }];
  },
};
