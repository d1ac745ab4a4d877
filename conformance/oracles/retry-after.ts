import { isOfOperation, isUnrecorded } from '../exchange/exchange';
import type { Oracle } from '../judges/rule';
import { replyClause } from '../verdict/clause';

/** RFC 9110 §10.2.3: seconds, or one of the three forms of an HTTP date (§5.6.7). */
const SECONDS = /^\d+$/;
const HTTP_DATE = /^(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?,? .*\d{2}:\d{2}:\d{2}.*$/;

/** A 429 says in a known form when to try again. */
export const retryAfter: Oracle = {
  id: 'allowance.retry-after',
  title: 'A 429 tells when to try again',
  level: 'MUST',
  clause: (exchange) =>
    replyClause(
      exchange,
      'The Retry-After header of a 429 gives the time after which to try again.',
      'headers',
      'Retry-After',
    ),
  judge: (exchange) => {
    const { response } = exchange;
    if (response?.status !== 429 || !isOfOperation(exchange)) return undefined;
    const text = response.headers.get('retry-after');
    const expected = 'Retry-After as seconds or as an HTTP date';
    if (text === undefined && isUnrecorded(response, 'headers')) return undefined;
    if (text === undefined) return [{ key: 'missing', expected, actual: 'no Retry-After' }];
    const isKnown = SECONDS.test(text) || (HTTP_DATE.test(text) && !Number.isNaN(Date.parse(text)));
    return isKnown ? [] : [{ key: 'form', expected, actual: `Retry-After: ${text}` }];
  },
};
