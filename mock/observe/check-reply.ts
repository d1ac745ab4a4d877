import type { Schema } from '../../openapi/contract';
import {
  documents,
  exactNumber,
  isJson,
  isUnspecified,
  matchMediaType,
  type Operation,
  parseJson,
  replyFor,
  sentenceOf,
  typesOf,
  validatorOf,
} from '../../openapi/contract';
import { mayBeKnown } from '../actions/conditional';
import { pairsOf } from '../http/headers';
import type { Answer } from '../http/reply';

/**
 * Checks a reply of the mock against the contract. Few documents list every refusal: one with a status that is not documented
 * breaks nothing.
 *
 * @param isRefusal whether the reply refuses the request
 * @returns a sentence for each violation
 */
export function checkReply(
  operation: Operation,
  { status, headers, bytes, plain = bytes }: Answer,
  isRefusal = false,
): readonly string[] {
  const reply = replyFor(operation, status);
  // RFC 9110 §13.2.2: who names the header of the request need not name what it leads to.
  if (status === 304 && mayBeKnown(operation) && !documents(operation, status)) return [];
  if (reply === undefined && operation.replies.length > 0 && isUnspecified(operation, status)) return [];
  if (reply === undefined)
    return isRefusal && REFUSALS.has(status) ? [] : [`${operation.id}: the status ${status} is not documented`];
  // If `default` is the only documented reply, it is for success too.
  if (status < 400 && !documents(operation, status) && operation.replies.length > 1)
    return [`${operation.id}: ${status} falls under default, which is for errors`];
  const sent = new Map(pairsOf(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const ofHeaders = reply.headers.flatMap(({ name, required, schema }) => {
    const value = sent.get(name.toLowerCase());
    if (value === undefined) return required ? [`${operation.id} ${status}: the header ${name} is missing`] : [];
    const violation = validatorOf(schema, 'response')(fromText(schema, value));
    return violation === undefined ? [] : [`${operation.id} ${status}: ${sentenceOf(violation, name)}`];
  });
  if (reply.content.length === 0) return ofHeaders;
  const media = matchMediaType(reply.content, sent.get('content-type') ?? '');
  if (media === undefined) return [...ofHeaders, `${operation.id} ${status}: the content type is not documented`];
  if (media.schema === undefined || !isJson(media.type)) return ofHeaders;
  const violation = validatorOf(media.schema, 'response')(parseJson(plain.toString()));
  return violation === undefined
    ? ofHeaders
    : [...ofHeaders, `${operation.id} ${status}: ${sentenceOf(violation, 'the body')}`];
}

/** What the mock refuses with where the document says nothing; the suite takes them for warnings, or for a full store. */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 404, 405, 406, 409, 413, 415, 422, 429, 507]);

/** The text of a header as a value for its schema. */
function fromText(schema: Schema, text: string): unknown {
  const isNumber = typesOf(schema).some((type) => type === 'integer' || type === 'number');
  return isNumber && /^-?\d+(\.\d+)?$/.test(text) ? exactNumber(text) : text;
}
