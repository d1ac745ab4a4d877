import { selftest } from '../../conformance/testing/command';
import { IS_LONG } from '../../openapi/program/testing/long';
import { faults } from './faults';
import { BEYOND } from './tally';

// The whole of the proving ground takes minutes: `npm run selftest`. What the tests try of it is spread over all checks, and
// over two files, so that two of Jest's workers share it. The built command takes a third of the time that Jest takes. To
// go on with a faulty server once it is caught takes three times as long. What that would tell besides, which other checks find
// something and whether the suite itself fails later, is for the whole.

const SAMPLE = ['--only', 'faults', '--every', IS_LONG ? '1' : '60', '--budget', '600', '--until-caught'];

test('the suite catches every fault but those that no black box can tell', async () => {
  const { code, stdout, caught } = await selftest(...SAMPLE);
  expect([code, code === 0 ? '' : stdout]).toEqual([0, '']);
  expect(caught.of).toBeGreaterThan(45);
}, 900_000);

test('what is called beyond it is a fault of the proving ground', () => {
  const names = faults.map(({ name }) => name);
  expect([...BEYOND.keys()].filter((name) => !names.includes(name))).toEqual([]);
});
