import { documents, isUnspecified, replyFor } from '../../openapi/contract';
import { isAtTheDoor } from '../model/at-the-door';
import { operationClause } from '../model/clause';
import { isOfOperation } from '../model/exchange';
import type { Oracle } from '../model/oracle';
import { isUnlistedRefusal } from '../model/unlisted';

/** The status is one that the contract lists; `default` stands for errors that it does not list, and alone for whatever comes. */
export const status: Oracle = {
  id: 'reply.status',
  title: 'The status is a documented one',
  level: 'MUST',
  clause: ({ request }) =>
    operationClause(request.operation, 'The responses that an operation documents are those that it gives.'),
  judge: (exchange, { contract }) => {
    const { operation } = exchange.request;
    const { response } = exchange;
    if (response === undefined || response.status >= 500 || !isOfOperation(exchange)) return undefined;
    const { status: found } = response;
    if (isAtTheDoor(exchange) || isUnspecified(operation, found)) return [];
    const isAlone = operation.replies.every((reply) => reply.status === 'default');
    const isLawful = found < 400 && !isAlone ? documents(operation, found) : replyFor(operation, found) !== undefined;
    if (isLawful) return [];
    const expected = `one of ${operation.replies.map((reply) => reply.status).join(', ')}`;
    // A success of another kind is a matter of the operation, a refusal mostly one of what stands before all of them.
    const topic = found < 400 ? {} : { defect: String(found) };
    const breach = { key: String(found), actual: `the status ${found}`, topic };
    if (!isUnlistedRefusal(exchange, contract)) return [{ ...breach, expected }];
    return [{ ...breach, expected: `${expected}: clients like to know how they are refused`, isExcusable: true }];
  },
};
