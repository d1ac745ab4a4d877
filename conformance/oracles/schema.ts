import { pointerTo, stateOf, type Violation, validatorOf } from '../../openapi/contract';
import type { Exchange } from '../exchange/exchange';
import { jsonMediaOf } from '../exchange/exchange';
import type { Oracle } from '../judges/rule';
import { replyClause } from '../verdict/clause';
import type { Topic } from '../verdict/verdict';

/** The body fits its schema, every integer exact. */
export const schema: Oracle = {
  id: 'reply.schema',
  title: 'The body fits its schema',
  level: 'MUST',
  clause: (exchange) => replyClause(exchange, 'The body of a response fits its schema.'),
  judge: (exchange) => (isError(exchange) ? undefined : judgeBody(exchange)),
};

/** Every error carries the error body of the contract. */
export const envelope: Oracle = {
  id: 'error.envelope',
  title: 'Every error carries the error body',
  level: 'MUST',
  clause: (exchange) => replyClause(exchange, 'The body of every error response fits its schema.'),
  judge: (exchange) => (isError(exchange) ? judgeBody(exchange) : undefined),
};

const isError = ({ response }: Exchange): boolean => response !== undefined && response.status >= 400;

function judgeBody(exchange: Exchange) {
  const { response } = exchange;
  const media = jsonMediaOf(exchange);
  if (response?.body.json === undefined || media?.schema === undefined || !('value' in response.body.json))
    return undefined;
  const violation = validatorOf(media.schema, 'response')(response.body.json.value);
  if (violation === undefined) return [];
  // The same violation in several items of an array is one finding.
  const place = violation.pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
  return [
    {
      key: `${response.status} ${place} ${violation.keyword}`,
      expected:
        violation.expected === 'present'
          ? `${violation.pointer} present`
          : `${violation.pointer || 'the body'}: ${violation.expected}`,
      actual: stateOf(violation, 'the body'),
      pointer: pointerTo(media.pointer, 'schema'),
      topic: topicOf(violation),
      // Schemas of which each accepts what another does can't be kept, and most authors mean any of them.
      ...(violation.isAmbiguous ? ({ isExcusable: true } as const) : {}),
    },
  ];
}

/** The same violation of a record is the same defect, whether the record comes alone or in a list. */
function topicOf({ pointer, keyword, expected }: Violation): Topic {
  const inRecord = pointer.replace(/^(?:\/[^/]+)?\/\d+(?=\/)/, '');
  return { defect: `${inRecord} ${keyword} ${expected}`, member: inRecord.split('/')[1] ?? '' };
}
