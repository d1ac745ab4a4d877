import {
  documents,
  essence,
  fits,
  isJson,
  isRange,
  isRaw,
  type MediaType,
  matchMediaType,
  pointerTo,
  replyFor,
  stateOf,
  typesOf,
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
    const sent = response.headers.get('content-type');
    const named = sent === undefined ? undefined : matchMediaType(content, sent);
    if (response.body.bytes === 0) {
      if ((named === undefined ? content : [named]).some(mayBeEmpty)) return [];
      const topic = { defect: 'no body' };
      return [{ key: 'no body', expected: `a body of ${expected}`, actual: 'no body', topic }];
    }
    if (named !== undefined) return [];
    if (sent === undefined && content.some(isRange)) return [];
    // Where the body is not known, it may be empty.
    if (sent === undefined && response.unrecorded !== undefined) return undefined;
    const actual = sent ?? 'no Content-Type';
    return [{ key: 'type', expected, actual, topic: { defect: actual } }];
  },
};

/** Of what is neither JSON nor XML, nothing may be all of it. */
const mayBeEmpty = (media: MediaType): boolean => !(isJson(media.type) || isXml(media)) || isRaw(media);

const isXml = ({ type, schema: content = {} }: MediaType): boolean =>
  /[/+]xml$/.test(essence(type)) && typesOf(content).includes('object');

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
    if (parsed === undefined || 'value' in parsed) return [];
    // What is not read to its end may be JSON.
    if ('beginning' in parsed || parsed.isDeep === true) return undefined;
    const bytes = `a body of ${response.body.bytes} bytes`;
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
  const { json: parsed } = response?.body ?? {};
  if (response === undefined || parsed === undefined || media?.schema === undefined) return undefined;
  if ('problem' in parsed) return undefined;
  const isWhole = 'value' in parsed;
  const value = isWhole ? parsed.value : parsed.beginning;
  if (!isWhole && value === undefined) return undefined;
  // Most bodies fit, and that is seen sooner.
  if (fits(media.schema, 'response', value)) return isWhole ? [] : undefined;
  const { told: all } = violationsOf(media.schema, 'response', value, MOST_PLACES);
  const told = isWhole ? all : all.filter(isWrongWhateverFollows);
  if (told.length === 0) return undefined;
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
    at: violation.pointer,
    topic: topicOf(violation),
    // Schemas of which each accepts what another does can't be kept, and most authors mean any of them.
    ...(violation.isAmbiguous ? ({ isExcusable: true } as const) : {}),
  }));
}

/** Whether a violation in the beginning of a body is one of the whole: in an item of its list, or since there are too many. */
const isWrongWhateverFollows = ({ pointer, keyword }: Violation): boolean =>
  /^(?:\/[^/]*)?\/\d+(?:\/|$)/.test(pointer) || ['type', 'maxItems', 'uniqueItems'].includes(keyword);

/** The same violation in several items of an array is one finding. */
const keyOf = ({ pointer, keyword }: Violation): string => `${pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')} ${keyword}`;

/**
 * The same violation of a record is the same defect, whether the record comes alone or in a list; and a member that is null,
 * wherever the record stands in others.
 */
function topicOf({ pointer, keyword, expected, found }: Violation): Topic {
  const inRecord = pointer.replace(/^(?:\/[^/]+)?\/\d+(?=\/)/, '');
  const place = found === 'null' ? inRecord.replace(/^.*(?=\/)/, '') : inRecord;
  return { defect: `${place} ${keyword} ${expected}`, member: inRecord.split('/')[1] ?? '' };
}
