import {
  documents,
  fits,
  isJson,
  isRange,
  isRaw,
  matchMediaType,
  pointerTo,
  replyFor,
  stateOf,
  type Violation,
  violationsOf,
} from '../../../openapi/contract';
import { type Exchange, isUnrecorded, jsonMediaOf } from '../../exchange/exchange';
import type { Breach, Topic } from '../../verdict/verdict';
import { replyClause } from '../../verdict/verdict';
import type { Oracle } from '../rule';

/** The body is of a documented media type, and there is one where the contract says so. */
export const mediaType: Oracle = {
  id: 'reply.media-type',
  title: 'The body is of a documented media type',
  level: 'MUST',
  clause: ({ exchange }) => replyClause(exchange, 'The body of a response is of a documented media type.', 'content'),
  judge: ({
    exchange: {
      request: { operation, method },
      response,
    },
  }) => {
    if (response === undefined || method === 'HEAD') return undefined;
    // Replies of some kinds have no body, whatever a document says of theirs (RFC 9110 §6.4.1).
    if (BODILESS.includes(response.status) && documents(operation, response.status)) return undefined;
    const content = replyFor(operation, response.status)?.content ?? [];
    if (content.length === 0) return undefined;
    const expected = content.map(({ type }) => type).join(' or ');
    if (response.body.bytes === 0 && isUnrecorded(response, 'body')) return undefined;
    // Of what is not JSON, nothing may be all of it.
    if (response.body.bytes === 0 && content.some((media) => !isJson(media.type) || isRaw(media))) return [];
    if (response.body.bytes === 0) {
      const topic = { defect: 'no body' };
      return [{ key: 'no body', expected: `a body of ${expected}`, actual: 'no body', topic }];
    }
    const sent = response.headers.get('content-type');
    if (sent !== undefined && matchMediaType(content, sent) !== undefined) return [];
    if (sent === undefined && content.some(isRange)) return [];
    // Where the body is not known, it may be empty.
    if (sent === undefined && response.unrecorded !== undefined) return undefined;
    const actual = sent ?? 'no Content-Type';
    return [{ key: 'type', expected, actual, topic: { defect: actual } }];
  },
};

const BODILESS: readonly number[] = [204, 205, 304];

/** A body that should be JSON is JSON, in UTF-8 (RFC 8259 §2, §8.1). */
export const json: Oracle = {
  id: 'reply.json',
  title: 'The body is JSON',
  level: 'MUST',
  clause: ({ exchange }) => replyClause(exchange, 'The body of a response is JSON.', 'content'),
  judge: ({ exchange }) => {
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
    const topic = { defect: parsed.problem.replace(/ at line .*$/, '') };
    return [{ key: 'json', expected: 'JSON in UTF-8', actual: `${bytes}: ${parsed.problem}`, topic }];
  },
};

/** The body fits its schema, every integer exact. */
export const schema: Oracle = {
  id: 'reply.schema',
  title: 'The body fits its schema',
  level: 'MUST',
  clause: ({ exchange }) => replyClause(exchange, 'The body of a response fits its schema.'),
  judge: ({ exchange }) => (isError(exchange) ? undefined : judgeBody(exchange)),
};

/** Every error carries the error body of the contract. */
export const envelope: Oracle = {
  id: 'error.envelope',
  title: 'Every error carries the error body',
  level: 'MUST',
  clause: ({ exchange }) => replyClause(exchange, 'The body of every error response fits its schema.'),
  judge: ({ exchange }) => (isError(exchange) ? judgeBody(exchange) : undefined),
};

const isError = ({ response }: Exchange): boolean => response !== undefined && response.status >= 400;

/** So many violations of a body are told, each once for all items of an array; so many places are looked at. */
const MOST_TOLD = 10;
const MOST_PLACES = 200;

function judgeBody(exchange: Exchange): readonly Breach[] | undefined {
  const { response } = exchange;
  const media = jsonMediaOf(exchange);
  if (response?.body.json === undefined || media?.schema === undefined || !('value' in response.body.json))
    return undefined;
  const { value } = response.body.json;
  // Most bodies fit, and that is seen sooner.
  if (fits(media.schema, 'response', value)) return [];
  const { told } = violationsOf(media.schema, 'response', value, MOST_PLACES);
  const apart = new Map(told.toReversed().map((one) => [keyOf(one), one]));
  const found = told.filter((one) => apart.get(keyOf(one)) === one);
  const more = found.length - MOST_TOLD;
  return found.slice(0, MOST_TOLD).map((violation, index) => ({
    key: `${response.status} ${keyOf(violation)}`,
    expected:
      violation.expected === 'present'
        ? `${violation.pointer} present`
        : `${violation.pointer || 'the body'}: ${violation.expected}`,
    actual: stateOf(violation, 'the body') + (more > 0 && index === MOST_TOLD - 1 ? `, and ${more} more places` : ''),
    pointer: pointerTo(media.pointer, 'schema'),
    topic: topicOf(violation),
    // Schemas of which each accepts what another does can't be kept, and most authors mean any of them.
    ...(violation.isAmbiguous ? ({ isExcusable: true } as const) : {}),
  }));
}

/** The same violation in several items of an array is one finding. */
const keyOf = ({ pointer, keyword }: Violation): string => `${pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')} ${keyword}`;

/** The same violation of a record is the same defect, whether the record comes alone or in a list. */
function topicOf({ pointer, keyword, expected }: Violation): Topic {
  const inRecord = pointer.replace(/^(?:\/[^/]+)?\/\d+(?=\/)/, '');
  return { defect: `${inRecord} ${keyword} ${expected}`, member: inRecord.split('/')[1] ?? '' };
}
