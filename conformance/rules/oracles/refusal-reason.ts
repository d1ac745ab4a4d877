import { documents, essence, isRange, jsonIn, type Operation, replyFor, validatorOf } from '../../../openapi/contract';
import { isOfOperation, type Request } from '../../exchange/exchange';
import { bodyOf, refusalStatuses } from '../../exchange/subject';
import { operationClause } from '../../verdict/verdict';
import type { Oracle } from '../rule';
import { isWrongBesideBody } from './status';

/** What is wrong with a body, of which each may have a status of its own. */
type Reason = 'a media type that is not taken' | 'no JSON' | 'JSON that breaks the schema';

/**
 * A body is refused by the status that the document has for what is wrong with it: where its descriptions tell what can't be read from
 * what is read and breaks the schema, and where it documents a 415 (RFC 9110 §15.5.16). A status that claims neither, or both, is
 * judged by nobody.
 */
export const refusalReason: Oracle = {
  id: 'refusal.reason',
  title: 'A body is refused by the status that is documented for what is wrong with it',
  level: 'MUST',
  clause: ({ exchange: { request } }) =>
    operationClause(request.operation, 'Each status of a refusal is for what its description says.'),
  judge: ({ exchange }) => {
    const { request, response } = exchange;
    if (response === undefined || response.status < 400 || response.status >= 500) return undefined;
    if (!isOfOperation(exchange) || isWrongBesideBody(request)) return undefined;
    const reason = reasonOf(request);
    if (reason === undefined) return undefined;
    const own = statusesFor(request.operation, reason);
    const others =
      reason === 'JSON that breaks the schema'
        ? statusesFor(request.operation, 'no JSON')
        : refusalStatuses(request.operation).filter((one) => !own.includes(one));
    if (own.length === 0 || own.some((status) => others.includes(status))) return undefined;
    const { status } = response;
    if (!others.includes(status)) return [];
    return [
      {
        key: `${status} for ${reason}`,
        expected: `the status ${own.join(' or ')}`,
        actual: `the status ${status} for ${reason}`,
      },
    ];
  },
};

/** The words of a description by which a status is for what can't be read, and for what is read and is wrong. */
const UNREADABLE =
  /\b(?:malformed|syntax|unreadable|unpars\w+|not readable|(?:not|n't) be (?:read|parsed|decoded)|(?:not|no|invalid) (?:valid |well-formed )?JSON)\b/i;
const INVALID =
  /\bschema|\bvalidat|\bviolat|\bbreaks?\b|\bdoes not (?:match|fit|satisfy|conform|meet)\b|\b(?:read|readable|parsed|well-formed),? but\b|\bsemantic|\bunprocessable|\b(?:was|is|can be|could be) (?:read|parsed)\b|\binvalid (?:value|field|member|propert|content|data|attribute)/i;

function statusesFor(operation: Operation, reason: Reason): readonly number[] {
  if (reason === 'a media type that is not taken') return documents(operation, 415) ? [415] : [];
  const words = reason === 'no JSON' ? UNREADABLE : INVALID;
  // Another status is for something else than the body, such as malformed credentials.
  return refusalStatuses(operation).filter((status) => words.test(replyFor(operation, status)?.description ?? ''));
}

function reasonOf({ operation, headers, body }: Request): Reason | undefined {
  const media = bodyOf(operation);
  if (media === undefined || body === undefined || body === '' || isRange(media)) return undefined;
  const type = essence(headers['content-type'] ?? '');
  if (type !== essence(media.type))
    return type !== '' && isUnknown(operation, type) ? 'a media type that is not taken' : undefined;
  if (!isJsonText(body)) return 'no JSON';
  const value = jsonIn(body);
  const violation = value === undefined ? undefined : validatorOf(media.schema, 'request')(value);
  // A value of another type is what many a parser of typed languages can't read.
  return violation === undefined || violation.keyword === 'type' ? undefined : 'JSON that breaks the schema';
}

/** Whether no media type that an operation takes is this one, or a range that has it. */
const isUnknown = ({ body }: Operation, type: string): boolean =>
  (body?.content ?? []).every((one) => !isRange(one) && essence(one.type) !== type);

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
