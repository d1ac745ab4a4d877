import type { Oracle } from '../judges/rule';
import { operationClause } from '../verdict/clause';

/** A reply ends where it says, and nothing comes behind it that nobody has asked for (RFC 9112 §6.3, §9.2). */
export const ends: Oracle = {
  id: 'reply.ends',
  title: 'Nothing comes behind a reply',
  level: 'MUST',
  clause: ({ request }) => operationClause(request.operation, 'Each request has one response.'),
  judge: ({ request: { method }, response, connection }) => {
    if (connection === undefined || response === undefined) return undefined;
    if (!connection.hasExcess) return [];
    return [
      {
        key: `${method} ${response.status}`,
        expected: 'one response',
        actual: `more bytes behind the ${response.status} to a ${method}, before anything else was asked for`,
      },
    ];
  },
};
