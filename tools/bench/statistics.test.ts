import { percentile, ratios, spread } from './statistics';

test.each([
  [[3], { median: 3, low: 3, high: 3 }],
  [[10, 2, 9], { median: 9, low: 2, high: 10 }],
  [[4, 1, 3, 2], { median: 2.5, low: 1, high: 4 }],
  [[], undefined],
])('the spread of %j is %j', (values, expected) => {
  expect(spread(values)).toEqual(expected);
});

const hundred = Array.from({ length: 100 }, (_, place) => 100 - place);

test.each([
  [hundred, 0, 1],
  [hundred, 50, 50],
  [hundred, 99, 99],
  [hundred, 99.5, 100],
  [hundred, 100, 100],
  [[1, 10], 50, 1],
  [[7], 99, 7],
])('a percentile is a value that occurred: of %j the %d%% is %d', (values, share, expected) => {
  expect(percentile(values, share)).toBe(expected);
});

test('ratios are of neighbours, round by round, and leave a round out that only one of them has', () => {
  const rounds = (...values: readonly number[]) => values.map((value, round) => ({ round, value }));
  const rate = ({ value }: { value: number }) => value;
  expect(ratios(rounds(10, 30), rounds(5, 10), rate)).toEqual([2, 3]);
  expect(ratios(rounds(10, 20, 30), [{ round: 2, value: 15 }], rate)).toEqual([2]);
  expect(ratios([], rounds(10), rate)).toEqual([]);
});
