import type { Exchange } from '../exchange/exchange';
import type { History } from '../judges/rule';
import type { Breach } from '../verdict/rule';
import { allowanceOf, isSameWindow } from './allowance';
import { isCounted, mayComeBack, mayCountOlder } from './allowance-count';
import { refill } from './refill';

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
