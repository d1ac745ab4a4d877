import { type Exchange, isOfOperation } from '../../exchange/exchange';
import { countedDown } from '../../exchange/said-of-all';
import type { Breach } from '../../verdict/verdict';
import type { History, Oracle } from '../rule';
import {
  type Allowance,
  allowanceOf,
  isOfKey,
  isSameWindow,
  refill,
  serverTime,
  TOLERANCE_S,
  windowLengths,
} from './allowance';

/**
 * What comes back in a window that slides, or bit by bit, comes at times of its own: not one more than is taken at each of so
 * many requests in a row. Who shows that counts what is used.
 */
const MOST_RISES = 20;

/** Each request with a key that no other client uses takes exactly one from the window. */
export const allowanceCount: Oracle = {
  id: 'allowance.count',
  title: 'Each request takes one from the window',
  level: 'MUST',
  clause: ({ contract }) => ({
    sentence: `${contract.allowanceHeaders.remaining ?? countedDown(contract)} is what is left in the current window: each request takes one.`,
    pointer: '/components/headers',
  }),
  judge: ({ exchange, ...history }) => {
    const { request, response } = exchange;
    const { contract, target, previous } = history;
    if (request.credential !== 'main' || !isCounted(exchange)) return undefined;
    if (previous === undefined || !isCounted(previous)) return undefined;
    if (response === undefined || previous.response === undefined) return undefined;
    // Where others use the key as well, it takes more: by that nothing stands still.
    if (contract.allowanceHeaders.remaining === undefined) return stoodStill(exchange, previous, countedDown(contract));
    if (!target.exclusive) return undefined;
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

/** A rest that words say to go down by one, and that is the same behind two requests of one window: nothing else is known of it. */
function stoodStill(
  exchange: Exchange,
  previous: Exchange,
  remaining: string | undefined,
): readonly Breach[] | undefined {
  const [now, before] = [exchange.response?.headers, previous.response?.headers];
  const end = [...(now?.keys() ?? [])].find((name) => /rate-?limit-?reset$/.test(name));
  if (remaining === undefined || now === undefined || before === undefined || end === undefined) return undefined;
  const left = now.get(remaining.toLowerCase());
  if (left === undefined || !/^\d+$/.test(left) || !before.has(remaining.toLowerCase())) return undefined;
  /** When a window ends, in Unix seconds: the header has them, or how many seconds are left. */
  const endOf = ({ startedAt, milliseconds, response }: Exchange): number => {
    const seconds = Number(response?.headers.get(end) ?? Number.NaN);
    return seconds < LONGEST_S ? (startedAt + milliseconds) / 1000 + seconds : seconds;
  };
  const isSame = Math.abs(endOf(exchange) - endOf(previous)) <= TOLERANCE_S;
  if (!isSame || exchange.startedAt / 1000 > endOf(previous) - TOLERANCE_S) return undefined;
  if (before.get(remaining.toLowerCase()) !== left) return [];
  const expected = `${remaining}: ${Number(left) - 1}, one less than before`;
  return [
    { key: 'stands still', expected, actual: `${left}, as before`, earlier: previous, topic: { defect: remaining } },
  ];
}

/** More is a time. */
const LONGEST_S = 1e8;

/** The contract does not say what a 429 or HEAD costs, nor what was refused before the key, nor where a connection was closed. */
export const isCounted = (exchange: Exchange): boolean =>
  isOfKey(exchange) && exchange.response?.status !== 429 && exchange.isRepeated !== true && isOfOperation(exchange);

/**
 * Whether more may be left than was, less this request: how a window runs is the server's own. In one that slides, requests come
 * back that were sent a window ago; in a bucket they do bit by bit.
 */
function mayComeBack(exchange: Exchange, history: History, before: Allowance, now: Allowance): boolean {
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
function mayCountOlder({ startedAt }: Exchange, { contract, first }: History): boolean {
  if (first === undefined) return false;
  const sent = (startedAt - first.startedAt) / 1000;
  if (sent + TOLERANCE_S >= Math.min(...windowLengths(contract))) return true;
  if (first.response === undefined) return false;
  const { limit, remaining } = allowanceOf(first.response, contract.allowanceHeaders);
  return limit !== undefined && remaining !== undefined && remaining < limit - 1;
}

/** What is left after requests that were sent at once, and with which of them. */
interface Left {
  readonly exchange: Exchange;
  readonly remaining: number;
}

/**
 * What `allowance.count` says of requests that were sent at once: together they take as many as they are, and no two are told
 * the same rest.
 *
 * @param exchanges all that were sent at once
 * @param history of the main key; `previous` is the exchange before all of them
 * @returns undefined where nothing can be said; `last` is the one after which the least is left
 */
export function judgeAtOnce(
  exchanges: readonly Exchange[],
  history: History,
): { readonly breaches: readonly Breach[]; readonly last: Exchange } | undefined {
  const { contract, target, previous } = history;
  const own = exchanges.filter(({ request }) => request.credential === 'main');
  if (!target.exclusive || previous?.response === undefined || !isCounted(previous) || own.length < 2) return undefined;
  const before = allowanceOf(previous.response, contract.allowanceHeaders);
  if (before.remaining === undefined) return undefined;
  const left: Left[] = [];
  let back = 0;
  for (const exchange of own) {
    if (!isCounted(exchange) || exchange.response === undefined) return undefined;
    const now = allowanceOf(exchange.response, contract.allowanceHeaders);
    if (now.remaining === undefined || !isSameWindow(before, now)) return undefined;
    // Where requests of a window ago come back, no figure is sure.
    if (mayCountOlder(exchange, history)) return undefined;
    back = Math.max(back, refill(exchange, history, now));
    if (now.remaining >= before.remaining && mayComeBack(exchange, history, before, now)) return undefined;
    left.push({ exchange, remaining: now.remaining });
  }
  left.sort((a, b) => b.remaining - a.remaining);
  const last = left.at(-1);
  if (last === undefined) return undefined;
  // Whether a request with a wrong key is charged to the key that it resembles is open.
  const others = Math.max(...exchanges.map(({ number }) => number)) - previous.number - own.length;
  const least = before.remaining - own.length - Math.max(0, others);
  const most = before.remaining - 1 + back;
  const shown = left.map(({ remaining }) => remaining).join(', ');
  const breach = (key: string, expected: string, exchange: Exchange): Breach => ({
    key,
    expected,
    actual: `${shown} left, after ${before.remaining}, with ${exchanges.length} requests at once`,
    earlier: exchange,
  });
  const twice = left.length - new Set(left.map(({ remaining }) => remaining)).size;
  if (twice > back) {
    const one = left.find(({ remaining }, index) => left[index + 1]?.remaining === remaining) ?? last;
    return {
      breaches: [breach('same rest at once', `another rest for each of ${own.length} requests`, one.exchange)],
      last: last.exchange,
    };
  }
  const isOff = last.remaining < least || (left[0]?.remaining ?? 0) > most;
  if (isOff)
    return {
      breaches: [breach('rest at once', `from ${before.remaining - 1} to ${least} left`, previous)],
      last: last.exchange,
    };
  return { breaches: [], last: last.exchange };
}
