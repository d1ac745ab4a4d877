import { documents, matchMediaType, replyFor } from '../../openapi/contract';
import { isUnrecorded } from '../exchange/exchange';
import type { Oracle } from '../judges/rule';
import { replyClause } from '../verdict/clause';

/** The body is of a documented media type, and there is one where the contract says so. */
export const mediaType: Oracle = {
  id: 'reply.media-type',
  title: 'The body is of a documented media type',
  level: 'MUST',
  clause: (exchange) => replyClause(exchange, 'The body of a response is of a documented media type.', 'content'),
  judge: ({ request: { operation, method }, response }) => {
    if (response === undefined || method === 'HEAD') return undefined;
    // Replies of some kinds have no body, whatever a document says of theirs (RFC 9110 §6.4.1).
    if (BODILESS.includes(response.status) && documents(operation, response.status)) return undefined;
    const content = replyFor(operation, response.status)?.content ?? [];
    if (content.length === 0) return undefined;
    const expected = content.map(({ type }) => type).join(' or ');
    if (response.body.bytes === 0 && isUnrecorded(response, 'body')) return undefined;
    if (response.body.bytes === 0) {
      const topic = { defect: 'no body' };
      return [{ key: 'no body', expected: `a body of ${expected}`, actual: 'no body', topic }];
    }
    const sent = response.headers.get('content-type');
    if (sent !== undefined && matchMediaType(content, sent) !== undefined) return [];
    // Where the body is not known, it may be empty.
    if (sent === undefined && response.unrecorded !== undefined) return undefined;
    const actual = sent ?? 'no Content-Type';
    return [{ key: 'type', expected, actual, topic: { defect: actual } }];
  },
};

const BODILESS: readonly number[] = [204, 205, 304];
