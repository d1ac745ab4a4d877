import { shippedContract } from '../../testing/contract';
import { exchangeOf } from '../../testing/exchange';
import { judgeAccepted } from './own-rules';

test.each([
  ['says nothing that could be wrong', {}, 'skip'],
  ['has a query', { query: { limit: 5 } }, 'warn'],
])('a refusal by 400, which the document foresees, of a request that %s', async (_, parts, outcome) => {
  const refused = exchangeOf(await shippedContract(), { parts, status: 400, body: { code: 400, message: 'Not now.' } });
  expect(judgeAccepted(refused, true).outcome).toBe(outcome);
});
