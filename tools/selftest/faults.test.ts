import { IS_LONG } from '../../openapi/program/testing/long';
import { faults } from './faults';
import { ANIMALS } from './server/animals';
import { onGround } from './server/prove';
import { BEYOND, sampleOf, tally } from './tally';

// The whole of the proving ground takes minutes: `npm run selftest`. What the tests try of it is spread over all checks, and
// over two files, so that two of Jest's workers share it. To go on with a faulty server once it is caught takes three times
// as long. What that would tell besides, which other checks find something and whether the suite itself fails later, is for
// the whole.

test('the suite catches every fault but those that no black box can tell', async () => {
  const sample = sampleOf(faults, IS_LONG ? 1 : 60);
  const { isProven, text } = await tally(onGround(ANIMALS), sample, [], { budget: 600, untilCaught: true });
  expect([isProven, isProven ? '' : text]).toEqual([true, '']);
  expect(sample.length).toBeGreaterThan(45);
}, 900_000);

test('what is called beyond it is a fault of the proving ground', () => {
  const names = faults.map(({ name }) => name);
  expect([...BEYOND.keys()].filter((name) => !names.includes(name))).toEqual([]);
});
