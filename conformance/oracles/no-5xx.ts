import { isOfOperation } from '../exchange/exchange';
import type { Oracle } from '../judges/rule';
import { operationClause } from '../verdict/clause';

/** No request makes the server fail. */
export const no5xx: Oracle = {
  id: 'reply.no-5xx',
  title: 'No request makes the server fail',
  level: 'MUST',
  clause: ({ request }) =>
    operationClause(request.operation, 'No response of 5xx is the answer to a request of the client.'),
  judge: (exchange) => {
    const { response } = exchange;
    if (response === undefined) return undefined;
    if (response.status < 500) return [];
    // A method that the contract does not have may be one that the server does not know (RFC 9110 §15.6.2).
    if (response.status === 501 && !isOfOperation(exchange)) return undefined;
    return [{ key: String(response.status), expected: 'no status of 5xx', actual: `the status ${response.status}` }];
  },
};
