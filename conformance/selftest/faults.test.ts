import { loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { faults } from './faults';
import { BEYOND, tally } from './tally';

// The whole of the proving ground takes minutes: `npm run selftest`. What the tests try of it is spread over all of it, and
// over two files, so that two of Jest's workers share it.

test('the suite catches every fault but those that no black box can tell', async () => {
  const tried = faults.filter((_, index) => index % 4 === 0);
  expect(tried.length).toBeGreaterThan(80);
  const { missed } = await tally(await loadContract(SHIPPED_DOCUMENT), tried, [], 600);
  expect(missed.filter((name) => !BEYOND.has(name))).toEqual([]);
}, 300_000);

test('what is called beyond it is a fault of the proving ground', () => {
  const names = faults.map(({ name }) => name);
  expect([...BEYOND.keys()].filter((name) => !names.includes(name))).toEqual([]);
});
