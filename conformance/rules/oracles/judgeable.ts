import { MAX_DEPTH, nestsDeeperThan } from '../../../openapi/contract';
import {
  type Exchange,
  isOfOperation,
  isOurs,
  isSuccess,
  jsonMediaOf,
  type Request,
  type Response,
} from '../../exchange/exchange';
import { type Breach, type Observation, operationClause } from '../../verdict/verdict';
import type { Oracle } from '../rule';
import { retrySeconds } from './allowance';

/**
 * The server lets its replies be judged: they can be read to their end, within limits that every reader may set (RFC 8259 §9), and a
 * valid request is served, or refused for no longer than a client can wait. Where it is the user's means that end (requests, time,
 * keys), a case is inconclusive; where it is the server that prevents judging, this rule says so.
 */
export const judgeable: Oracle = {
  id: 'reply.judgeable',
  title: 'Replies can be judged',
  level: 'MUST',
  clause: ({ exchange: { request } }) =>
    operationClause(request.operation, 'Each operation answers with one of its responses, which clients can read.'),
  judge: ({ exchange }) => {
    const { request, response } = exchange;
    if (response === undefined || request.method === 'HEAD' || !isOfOperation(exchange)) return undefined;
    if (mayRepeatDepth(request, response)) return undefined;
    const breach = refusalIn(exchange, response) ?? unreadIn(exchange, response);
    if (breach === undefined) return jsonMediaOf(exchange) === undefined ? undefined : [];
    // What other clients can read, and have asked for, is not known.
    return [isOurs(request.credential) ? breach : { ...breach, isExcusable: true }];
  },
};

/** No run goes on for longer than this. */
const LONGEST_S = 3600;

/** A refusal of the main key that lasts longer than any run. */
function refusalIn({ request, startedAt }: Exchange, response: Response): Breach | undefined {
  if (request.credential !== 'main' || (response.status !== 429 && response.status !== 503)) return undefined;
  if ((retrySeconds(response, startedAt / 1000) ?? 0) <= LONGEST_S) return undefined;
  return {
    key: 'refused',
    expected: `a refusal that ends within ${LONGEST_S / 3600} h, so that the operation can be judged`,
    actual: `the status ${response.status} with Retry-After: ${response.headers.get('retry-after')}`,
    topic: { defect: `refused ${response.status}` },
  };
}

/**
 * What a run tells where hardly anything but this came to requests with the main key: nothing of what they asked for was seen.
 * Undefined where something was, or where the refusals are about what was asked or who asks.
 *
 * @param exchanges of a whole run
 */
export function unservedIn(exchanges: readonly Exchange[]): Observation | undefined {
  const asked = exchanges.filter(({ request, response }) => request.credential === 'main' && response !== undefined);
  const kept = asked.filter(({ response }) => isNoService(response?.status ?? 0));
  const [first] = kept;
  if (first?.response === undefined || asked.some(isSuccess) || 2 * kept.length < asked.length) return undefined;
  return refusesOn(
    first,
    `the status ${first.response.status}; so or alike ${kept.length} of ${asked.length} requests`,
  );
}

/** A redirection, a refusal for the number of requests, or a failure: the server tells nothing of what was asked. */
const isNoService = (status: number): boolean => (status >= 300 && status < 400) || status === 429 || status >= 500;

/** That a server does not come to serve, however often it is asked. */
export const refusesOn = (exchange: Exchange, actual: string): Observation => ({
  key: 'unserved',
  expected: 'a valid request to be served, so that the operation can be judged',
  actual,
  exchanges: [exchange],
});

/** Whether a reply may be as deep as it is since its request is: a lawful refusal may repeat what was sent, in an envelope. */
const mayRepeatDepth = ({ body = '' }: Request, { body: { json } }: Response): boolean =>
  json !== undefined && 'problem' in json && json.isDeep === true && nestsDeeperThan(MAX_DEPTH / 2, body);

/** A body that is not read to its end, though it should be JSON. */
function unreadIn(exchange: Exchange, { body: { json, bytes } }: Response): Breach | undefined {
  if (jsonMediaOf(exchange) === undefined || json === undefined || 'value' in json) return undefined;
  const why = 'beginning' in json ? json.unread : json.isDeep === true ? `it is ${json.problem}` : undefined;
  if (why === undefined) return undefined;
  return {
    key: 'unread',
    expected: 'a body that can be read to its end',
    actual: `a body of ${bytes} bytes, which can't be judged: ${why}`,
    topic: { defect: why },
  };
}
