import {
  type Contract,
  envelopeOf,
  essence,
  fits,
  isObject,
  isUnspecified,
  jsonIn,
  keywordOf,
  type MediaType,
  memoized,
  type Operation,
  propertiesOf,
  replyFor,
  sentencesAround,
  stringifyJson,
  templateNames,
  typesOf,
} from '../../../openapi/contract';
import {
  type Exchange,
  isOfOneCaller,
  isOfOperation,
  isSafe,
  jsonMediaOf,
  type Request,
} from '../../exchange/exchange';
import { carriesHeader, queryOf } from '../../exchange/query';
import { isGatewayRefusal } from '../../exchange/refusals';
import { saysUnknownFitsNothing } from '../../exchange/said-of-all';
import { bodyOf } from '../../exchange/subject';
import { referredBy } from '../../records/records';
import { operationClause, replyClause } from '../../verdict/verdict';
import type { Oracle } from '../rule';

/** The status is one that the contract lists; `default` stands for all that it does not list. */
export const status: Oracle = {
  id: 'reply.status',
  title: 'The status is a documented one',
  level: 'MUST',
  clause: ({ exchange: { request } }) =>
    operationClause(request.operation, 'The responses that an operation documents are those that it gives.'),
  judge: ({ exchange, contract }) => {
    const { operation } = exchange.request;
    const { response } = exchange;
    if (response === undefined || response.status >= 500 || !isOfOperation(exchange)) return undefined;
    const { status: found } = response;
    if (isGatewayRefusal(exchange) || isUnspecified(operation, found)) return [];
    if (replyFor(operation, found) !== undefined) return [];
    const expected = `one of ${operation.replies.map((reply) => reply.status).join(', ')}`;
    const others = operation.replies.flatMap((reply) => (Number(reply.status) < 400 ? reply.status : []));
    // A success stands in the place of another, a refusal is mostly one of what stands before all operations.
    const topic = { defect: found < 400 ? `${found} for ${others.join()}` : String(found) };
    const breach = { key: String(found), actual: `the status ${found}`, topic };
    if (!isUnlistedRefusal(exchange, contract)) return [{ ...breach, expected }];
    return [{ ...breach, expected: `${expected}: clients like to know how they are refused`, isExcusable: true }];
  },
};

/**
 * Refusals that most documents do not list, since whatever stands before an operation gives them (OpenAPI 3.0.3 §4.7.16: "not
 * necessarily expected to cover all possible HTTP response codes").
 */
const UNLISTED: readonly number[] = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 429];

/** Whether a status may come for any request: it speaks of the caller, of the moment, or of a limit of the server's own. */
const AT_ANY_TIME: readonly number[] = [401, 413, 429];
/** Refusals of what a request asks for, and not of how it asks. */
const OF_WHAT_IS_ASKED: readonly number[] = [400, 403, 404, 409, 422];

/**
 * Whether a server may refuse a request by this status though the document does not list it: something about the request is
 * wrong by the document, or only the server knows whether what it asks for is there.
 */
export function isUnlistedRefusal(exchange: Exchange, contract: Contract): boolean {
  const { request, response } = exchange;
  const { status = 0 } = response ?? {};
  if (!UNLISTED.includes(status)) return false;
  if (status === 401 && isSaidOpen(request.operation)) return false;
  if (AT_ANY_TIME.includes(status) || !isOfOneCaller(request.credential)) return true;
  if (status === 404 && isLawfulFilter(request) && saysUnknownFitsNothing(request.operation)) return false;
  if (OF_WHAT_IS_ASKED.includes(status) && (asksForOthers(request, contract) || hasFreeValues(request))) return true;
  // What a body names may not be there, or may be there already.
  if ((status === 409 || (status === 404 && request.body !== undefined)) && !isSafe(request)) return true;
  return status !== 403 && isWrong(request);
}

/** Whether an operation asks for no credential, and words say so, beside it or around by its path. */
export const isSaidOpen = memoized((operation: Operation): boolean => {
  const { security, optionalSecurity, path, summary, description } = operation;
  const named = sentencesAround(operation).filter((text) => new RegExp(`${path}(?![\\w/{-])`).test(text));
  const isOpen = security.length + optionalSecurity.length === 0;
  return isOpen && [summary, description, ...named].some((text) => SAYS_OPEN.test(text) && !SAYS_CLOSED.test(text));
});

const SAYS_OPEN =
  /\b(?:works?|open|served|answered|called|accessible|callable|possible|usable|needs?|requires?|takes?|asks? for)\b[^.;]{0,30}\b(?:without (?:any )?|no )(?:credentials?|keys?|tokens?|authentication|authori[sz]ation)\b|\bno (?:credentials?|keys?|tokens?|authentication) (?:is|are) (?:needed|required|asked for|necessary)\b|\bneeds? (?:no|neither) (?:key|token)s?\b/i;
const SAYS_CLOSED =
  /\b(?:not|never|n['’]t|except|unless|only)\b[^.;]{0,30}\bwithout\b|\b(?:401|refused|rejected|denied|fails?)\b/i;

/** Whether a request asks for a part of a list by its query alone, in which nothing is wrong. */
const isLawfulFilter = (request: Request): boolean =>
  isSafe(request) && Object.keys(request.path).length === 0 && queryOf(request).isLawful;

/** Whether something about a request breaks the document, as far as that can be told. */
export function isWrong(request: Request): boolean {
  const { operation, headers, body } = request;
  if (isWrongBesideBody(request)) return true;
  if (operation.body === undefined) return body !== undefined;
  if (body === undefined) return operation.body.required;
  const media = bodyOf(operation);
  // What is no JSON is not read here: it may be wrong.
  if (media === undefined || essence(headers['content-type'] ?? '') !== essence(media.type)) return true;
  const value = jsonIn(body);
  // What can't be read may be nested too deep.
  return value === undefined || !fits(media.schema, 'request', value);
}

/** Whether the headers or the query of a request break the document. */
export const isWrongBesideBody = (request: Request): boolean =>
  !queryOf(request).isLawful ||
  request.operation.parameters.some(
    ({ in: place, name, required }) => required && place === 'header' && !carriesHeader(request, name),
  );

/**
 * Whether a request has values of which a server may know better than their schemas: a body, or a parameter without choices. Those
 * that the server has shown itself `input.accepted` judges.
 */
function hasFreeValues(request: Request): boolean {
  if (request.body !== undefined) return true;
  const { values } = queryOf(request);
  return request.operation.parameters.some(
    ({ in: place, name, schema }) =>
      place === 'query' && values.has(name) && schema.enum === undefined && !typesOf(schema).includes('boolean'),
  );
}

/** Whether a request names records, of which only the server knows whether they are there: in its path, or in its body. */
function asksForOthers({ operation, body = '' }: Request, contract: Contract): boolean {
  if (templateNames(operation.path).length > 0) return true;
  const value = jsonIn(body);
  return isObject(value) && Object.keys(value).some((name) => referredBy(contract, name) !== undefined);
}

/** Where a problem has its status, by its media type (RFC 9457 §3.1.2) or the words beside the member. */
function statusOfProblem({ type, schema = {} }: Pick<MediaType, 'type' | 'schema'>): readonly string[] | undefined {
  const status = propertiesOf(schema).get('status')?.schema;
  if (status === undefined || !typesOf(status).includes('integer')) return undefined;
  const isSaid = SAYS_HTTP_STATUS.test(String(keywordOf(status, 'description') ?? ''));
  return isSaid || essence(type) === 'application/problem+json' ? ['status'] : undefined;
}

const SAYS_HTTP_STATUS = /\bHTTP status\b|\bstatus(?: code)? of (?:the|this) (?:response|reply)\b/i;

/** The status in an error body is the HTTP status. */
export const errorStatus: Oracle = {
  id: 'error.status',
  title: 'The status in an error body is the HTTP status',
  level: 'MUST',
  clause: ({ exchange }) =>
    replyClause(exchange, 'The status in an error body equals the HTTP status of the response.'),
  judge: ({ exchange }) => {
    const { response } = exchange;
    if (response === undefined || response.status < 400) return undefined;
    const media = jsonMediaOf(exchange);
    const { json } = response.body;
    if (media?.schema === undefined || json === undefined || !('value' in json)) return undefined;
    const path = envelopeOf(media.schema, media.type, media.pointer).roles.status ?? statusOfProblem(media);
    if (path === undefined) return undefined;
    const found = path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), json.value);
    // Whether it is there and an integer is judged by the schema.
    if (typeof found !== 'number' || found === response.status) return [];
    return [
      {
        key: 'status',
        expected: `/${path.join('/')}: ${response.status}`,
        actual: stringifyJson(found),
        topic: { defect: `${found} for ${response.status}` },
      },
    ];
  },
};
