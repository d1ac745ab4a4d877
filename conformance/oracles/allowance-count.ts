import { type Exchange, isOfOperation } from '../exchange/exchange';
import type { History, Oracle } from '../judges/rule';
import {
  type Allowance,
  allowanceOf,
  isOfKey,
  isSameWindow,
  serverTime,
  TOLERANCE_S,
  windowLengths,
} from './allowance';
import { refill } from './refill';

/**
 * What comes back in a window that slides, or bit by bit, comes at times of its own: not one more than is taken at each of so
 * many requests in a row. Who shows that counts what is used.
 */
const MOST_RISES = 20;

/** Each request with a key that nobody else uses takes exactly one from the window. */
export const allowanceCount: Oracle = {
  id: 'allowance.count',
  title: 'Each request takes one from the window',
  level: 'MUST',
  clause: (_, { allowanceHeaders: names }) => ({
    sentence: `${names.remaining} is what is left in the current window: each request takes one.`,
    pointer: '/components/headers',
  }),
  judge: (exchange, history) => {
    const { request, response } = exchange;
    const { contract, target, previous } = history;
    const isOurs = target.exclusive && request.credential === 'main';
    if (!isOurs || !isCounted(exchange) || previous === undefined || !isCounted(previous)) return undefined;
    if (response === undefined || previous.response === undefined) return undefined;
    const before = allowanceOf(previous.response, contract.allowanceHeaders);
    const now = allowanceOf(response, contract.allowanceHeaders);
    if (before.remaining === undefined || now.remaining === undefined) return undefined;
    if (!isSameWindow({ ...before, limit: now.limit }, now)) return undefined;
    if (before.limit !== now.limit) {
      const expected = `a limit of ${before.limit}, as before in this window`;
      return [{ key: 'limit', expected, actual: `a limit of ${now.limit}`, earlier: previous }];
    }
    const most = before.remaining - 1;
    // Whether a request with a wrong key is charged to the key that it resembles is open.
    const least = most - Math.max(0, exchange.number - previous.number - 1);
    if (now.remaining >= least && now.remaining <= most) return [];
    if (now.remaining > most && mayComeBack(exchange, history, before, now)) return undefined;
    return [
      {
        key: now.remaining > before.remaining ? 'rises' : `cost of ${request.method}`,
        expected: `${most} left`,
        actual: `${now.remaining} left, after ${before.remaining}`,
        earlier: previous,
      },
    ];
  },
};

/** The contract does not say what a 429 or HEAD costs, nor what was refused before the key, nor where a connection was closed. */
export const isCounted = (exchange: Exchange): boolean =>
  isOfKey(exchange) && exchange.response?.status !== 429 && exchange.isRepeated !== true && isOfOperation(exchange);

/**
 * Whether more may be left than was, less this request: how a window runs is the server's own. In one that slides, requests come
 * back that were sent a window ago; in a bucket they do bit by bit.
 */
export function mayComeBack(exchange: Exchange, history: History, before: Allowance, now: Allowance): boolean {
  const { response } = exchange;
  if (history.rises >= MOST_RISES && now.remaining === (before.remaining ?? 0) + 1) return false;
  if (mayCountOlder(exchange, history)) return true;
  const time = response === undefined ? undefined : serverTime(response);
  if (time !== undefined && (before.reset ?? 0) <= time + TOLERANCE_S) return true;
  return (now.remaining ?? 0) < (before.remaining ?? 0) + refill(exchange, history, now);
}

/**
 * Whether requests of a window ago may count that come back at any time: those of this run, or of an earlier one, of which the
 * first reply has told.
 */
export function mayCountOlder({ startedAt }: Exchange, { contract, first }: History): boolean {
  if (first === undefined) return false;
  const sent = (startedAt - first.startedAt) / 1000;
  if (sent + TOLERANCE_S >= Math.min(...windowLengths(contract))) return true;
  if (first.response === undefined) return false;
  const { limit, remaining } = allowanceOf(first.response, contract.allowanceHeaders);
  return limit !== undefined && remaining !== undefined && remaining < limit - 1;
}
