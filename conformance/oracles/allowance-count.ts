import { type Exchange, isOfOperation } from '../model/exchange';
import type { Oracle } from '../model/oracle';
import { allowanceOf } from './allowance';

/** Each request with a key that nobody else uses takes exactly one from the window. */
export const allowanceCount: Oracle = {
  id: 'allowance.count',
  title: 'Each request takes one from the window',
  level: 'MUST',
  clause: (_, { allowanceHeaders: names }) => ({
    sentence: `${names.remaining} is what is left in the current window: each request takes one.`,
    pointer: '/components/headers',
  }),
  judge: (exchange, { contract, target, previous }) => {
    const { request, response } = exchange;
    const isOurs = target.exclusive && (request.credential === 'main' || request.credential === 'limit');
    if (!isOurs || !isCounted(exchange) || previous === undefined || !isCounted(previous)) return undefined;
    if (response === undefined || previous.response === undefined) return undefined;
    const before = allowanceOf(previous.response, contract.allowanceHeaders);
    const now = allowanceOf(response, contract.allowanceHeaders);
    if (before.remaining === undefined || now.remaining === undefined) return undefined;
    if (before.reset === undefined || now.reset === undefined || Math.abs(now.reset - before.reset) > 1)
      return undefined;
    if (before.limit !== now.limit) {
      const expected = `a limit of ${before.limit}, as before in this window`;
      const topic = { defect: 'limit' };
      return [{ key: 'limit', expected, actual: `a limit of ${now.limit}`, earlier: previous, topic }];
    }
    if (now.remaining === before.remaining - 1) return [];
    const key = now.remaining > before.remaining ? 'rises' : `cost of ${request.method}`;
    return [
      {
        key,
        expected: `${before.remaining - 1} left`,
        actual: `${now.remaining} left, after ${before.remaining}`,
        earlier: previous,
        topic: { defect: key },
      },
    ];
  },
};

/** The contract does not say what a 401, a 429 or HEAD costs, nor a request whose connection was closed. */
const isCounted = (exchange: Exchange): boolean =>
  exchange.response !== undefined &&
  ![401, 429].includes(exchange.response.status) &&
  exchange.isRepeated !== true &&
  isOfOperation(exchange);
