import { documents, replyFor } from '../../openapi/contract';
import { operationClause } from '../model/clause';
import type { Oracle } from '../model/oracle';

/** The status is one that the contract lists; `default` stands for errors that it does not list. */
export const status: Oracle = {
  id: 'reply.status',
  title: 'The status is a documented one',
  level: 'MUST',
  clause: ({ request }) =>
    operationClause(request.operation, 'The responses that an operation documents are those that it gives.'),
  judge: ({ request: { operation }, response }) => {
    if (response === undefined || response.status >= 500) return undefined;
    const { status: found } = response;
    const isLawful = found < 400 ? documents(operation, found) : replyFor(operation, found) !== undefined;
    if (isLawful) return [];
    const expected = `one of ${operation.replies.map((reply) => reply.status).join(', ')}`;
    return [{ key: String(found), expected, actual: `the status ${found}` }];
  },
};
