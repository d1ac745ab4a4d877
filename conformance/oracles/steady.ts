import { isOfOperation, isSuccess } from '../exchange/exchange';
import type { Oracle } from '../judges/rule';
import { clauseOf } from '../verdict/clause';

/** A key that is served before and after is not refused in between. */
export const steady: Oracle = {
  id: 'credentials.steady',
  title: 'A good key is good each time',
  level: 'MUST',
  clause: ({ request }) => clauseOf(request, 401, 'A missing or invalid API key yields 401, and a valid one does not.'),
  judge: (exchange, { refused }) => {
    const isOurs = ['main', 'limit'].some((name) => name === exchange.request.credential);
    if (!isOurs || !isSuccess(exchange) || !isOfOperation(exchange)) return undefined;
    if (refused === undefined) return [];
    const expected = 'the key to be served, as it was before and after';
    return [{ key: 'refused', expected, actual: 'the status 401 in between', earlier: refused }];
  },
};
