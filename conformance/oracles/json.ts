import { jsonMediaOf } from '../exchange/exchange';
import type { Oracle } from '../judges/rule';
import { replyClause } from '../verdict/clause';

/** A body that should be JSON is JSON, in UTF-8 (RFC 8259 §2, §8.1). */
export const json: Oracle = {
  id: 'reply.json',
  title: 'The body is JSON',
  level: 'MUST',
  clause: (exchange) => replyClause(exchange, 'The body of a response is JSON.', 'content'),
  judge: (exchange) => {
    const { request, response } = exchange;
    if (response === undefined || request.method === 'HEAD' || jsonMediaOf(exchange) === undefined) return undefined;
    const { json: parsed } = response.body;
    // What is too long to be read may be JSON to its end.
    if (parsed !== undefined && 'beginning' in parsed) return undefined;
    if (parsed === undefined || 'value' in parsed) return [];
    const bytes = `a body of ${response.body.bytes} bytes`;
    // A reader may set a limit, and a server need not know it.
    if (parsed.isDeep === true) {
      const expected = 'JSON that every reader takes: those may set limits to its depth (RFC 8259 §9)';
      return [{ key: 'depth', expected, actual: `${bytes}, ${parsed.problem}`, isExcusable: true }];
    }
    return [{ key: 'json', expected: 'JSON in UTF-8', actual: `${bytes}: ${parsed.problem}` }];
  },
};
