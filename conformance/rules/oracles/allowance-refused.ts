import { documents } from '../../../openapi/contract';
import { type Exchange, isOfOperation, isUnrecorded, type Response } from '../../exchange/exchange';
import type { Breach } from '../../verdict/verdict';
import { replyClause } from '../../verdict/verdict';
import type { History, Oracle } from '../rule';
import {
  type Allowance,
  allowanceOf,
  cameBack,
  isMuch,
  isOfKey,
  isSameWindow,
  planFigures,
  retryTime,
  serverTime,
  TOLERANCE_S,
} from './allowance';

/** A 429 comes when nothing is left of the window that it names. */
export const allowanceRefused: Oracle = {
  id: 'allowance.refused',
  title: 'A 429 comes when nothing is left',
  level: 'MUST',
  clause: ({ exchange, contract: { allowanceHeaders: names } }) =>
    replyClause(exchange, `${names.remaining} is what is left in the current window: a request within it is served.`),
  judge: ({ exchange, ...history }) => {
    const { response, together } = exchange;
    const { previous, contract } = history;
    if (response?.status !== 429 || !isOfOperation(exchange)) return undefined;
    // What repeated requests after a 429 may lead to, and how many may be sent at once, are the server's own.
    if (previous?.response === undefined || previous.response.status === 429 || together !== undefined)
      return undefined;
    if (isUnrecorded(response, 'headers')) return undefined;
    if (!isOfKey(previous)) return undefined;
    const now = allowanceOf(response, contract.allowanceHeaders);
    const before = allowanceOf(previous.response, contract.allowanceHeaders);
    if (now.limit === undefined || now.remaining === undefined || before.remaining === undefined) return undefined;
    const breach = moreIsLeft(exchange, history, now, before) ?? isEarly(exchange, history, now, before);
    return breach === undefined ? [] : [{ ...breach, earlier: previous }];
  },
};

/** The 429 says itself that there is more. */
function moreIsLeft(exchange: Exchange, history: History, now: Allowance, before: Allowance): Breach | undefined {
  const { response } = exchange;
  const { remaining = 0 } = now;
  if (response === undefined || remaining === 0) return undefined;
  const most = (before.remaining ?? 0) + cameBack(exchange, history, now);
  const hasRisen = isSameWindow(now, before) && remaining > most && !isOver(response, now);
  // One request may cost several, and more may be left than nothing. Another window may have refused: then it names its own end.
  if (!hasRisen && !(isMuch(remaining, now) && namesItsEnd(exchange, now))) return undefined;
  return { key: 'remaining', expected: 'a 429 with 0 left', actual: `a 429 with ${remaining} left` };
}

/** A key that no other client uses is refused long before its allowance is used up. */
function isEarly(
  exchange: Exchange,
  { contract, target, previous }: History,
  now: Allowance,
  before: Allowance,
): Breach | undefined {
  const { request, number } = exchange;
  const { remaining = 0 } = before;
  const isOurs =
    target.exclusive &&
    request.credential === 'main' &&
    planFigures(contract, target, request.credential) !== undefined;
  // What was sent meanwhile with another credential may have been charged to this key.
  const left = remaining - (number - (previous?.number ?? number));
  if (!isOurs || !isMuch(left, now) || !isSameWindow(now, before) || !namesItsEnd(exchange, now)) return undefined;
  return { key: 'early', expected: `service, with ${remaining} left just before`, actual: 'the status 429' };
}

/** Whether the reset that a 429 names is when to try again: then that window has refused. Of a 429 that names no time, too. */
function namesItsEnd({ response, milliseconds }: Exchange, { reset }: Allowance): boolean {
  const retry = response === undefined ? undefined : retryTime(response);
  if (reset === undefined || retry === undefined) return response?.headers.get('retry-after') === undefined;
  return retry <= reset + TOLERANCE_S + milliseconds / 1000;
}

/** Whether the window that a reply names may have ended. */
function isOver(response: Response, { reset = 0 }: Allowance): boolean {
  const now = serverTime(response);
  return now !== undefined && reset <= now + TOLERANCE_S;
}

/** RFC 9110 §10.2.3: seconds, or one of the three forms of an HTTP date (§5.6.7). */
const SECONDS = /^\d+$/;
const HTTP_DATE = /^(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?,? .*\d{2}:\d{2}:\d{2}.*$/;

/** A 429 says in a known form when to try again. */
export const retryAfter: Oracle = {
  id: 'allowance.retry-after',
  title: 'A 429 tells when to try again',
  level: 'MUST',
  clause: ({ exchange }) =>
    replyClause(
      exchange,
      'The Retry-After header of a 429 gives the time after which to try again.',
      'headers',
      'Retry-After',
    ),
  judge: ({ exchange }) => {
    const { response } = exchange;
    if (response?.status !== 429 || !isOfOperation(exchange)) return undefined;
    const text = response.headers.get('retry-after');
    const expected = 'Retry-After as seconds or as an HTTP date';
    // A server need not tell it (RFC 6585 §4); a document that has the 429 says how clients are to go on.
    const isAsked = documents(exchange.request.operation, 429) && !isUnrecorded(response, 'headers');
    if (text === undefined && !isAsked) return undefined;
    if (text === undefined) return [{ key: 'missing', expected, actual: 'no Retry-After' }];
    const isKnown = SECONDS.test(text) || (HTTP_DATE.test(text) && !Number.isNaN(Date.parse(text)));
    return isKnown ? [] : [{ key: 'form', expected, actual: `Retry-After: ${text}` }];
  },
};
