import { IS_LONG } from '../../openapi/program/testing/long';
import { faults } from './faults';
import { ANIMALS } from './server/animals';
import { onGround } from './server/prove';
import { BEYOND, sampleOf, tally } from './tally';

// The whole of the proving ground takes minutes: `npm run selftest`. What the tests try of it is spread over all checks, and
// over two files, so that two of Jest's workers share it. To judge a faulty server by all checks takes three times as long, and
// to go on once it is caught three times that. What it would tell besides, whether others leave requests enough, which of them
// find something and whether the suite itself fails later, is for the whole, and for the small budget of `lawful.test.ts`.

test('the suite catches every fault but those that no black box can tell', async () => {
  const sample = sampleOf(faults, IS_LONG ? 1 : 60);
  const extent = { budget: 600, untilCaught: true, namedFirst: !IS_LONG };
  const { isProven, text } = await tally(onGround(ANIMALS), sample, [], extent);
  expect([isProven, isProven ? '' : text]).toEqual([true, '']);
  expect(sample.length).toBeGreaterThan(45);
}, 900_000);

test('what is called beyond it is a fault of the proving ground', () => {
  const names = faults.map(({ name }) => name);
  expect([...BEYOND.keys()].filter((name) => !names.includes(name))).toEqual([]);
});
