import { replyFor, stateOf, validatorOf } from '../../openapi/contract';
import { isOfOperation, isUnrecorded } from '../exchange/exchange';
import { fromText } from '../exchange/query';
import type { Oracle } from '../judges/rule';
import { replyClause } from '../verdict/clause';

/** The documented headers are there where they are required, and fit their schemas. */
export const headers: Oracle = {
  id: 'reply.headers',
  title: 'The documented headers are there and fit their schemas',
  level: 'MUST',
  clause: (exchange) => replyClause(exchange, 'A response carries its documented headers.', 'headers'),
  judge: (exchange) => {
    const { request, response } = exchange;
    const documented = response && replyFor(request.operation, response.status)?.headers;
    // A reply to HEAD may leave some out (RFC 9110 §9.3.2).
    if (!isOfOperation(exchange)) return undefined;
    if (response === undefined || documented === undefined || documented.length === 0) return undefined;
    // What a recorder has left out was not seen to be right either.
    if (isUnrecorded(response, 'headers') && !documented.some(({ name }) => response.headers.has(name.toLowerCase())))
      return undefined;
    return documented.flatMap(({ name, required, schema, pointer, allowance }) => {
      const text = response.headers.get(name.toLowerCase());
      if (text === undefined) {
        if (!required || isUnrecorded(response, 'headers')) return [];
        return [
          {
            key: `${name} missing`,
            expected: `the header ${name}`,
            actual: `a ${response.status} without it`,
            pointer,
            topic: {
              defect: `${name} missing`,
              part: allowance === undefined ? 'missing headers' : 'allowance headers',
            },
          },
        ];
      }
      const violation = validatorOf(schema, 'response')(fromText(schema, text));
      if (violation === undefined) return [];
      return [
        {
          key: `${name} ${violation.keyword}`,
          expected: `${name}: ${violation.expected}`,
          actual: stateOf(violation, name),
          pointer,
          topic: {
            defect: `${name} ${violation.keyword}`,
            ...(allowance === undefined ? {} : { part: 'allowance headers' }),
          },
        },
      ];
    });
  },
};
