import { percentile, ratios, spread } from './statistics';

describe('spread', () => {
  test.each([
    [[3], { median: 3, low: 3, high: 3 }],
    [[10, 2, 9], { median: 9, low: 2, high: 10 }],
    [[4, 1, 3, 2], { median: 2.5, low: 1, high: 4 }],
  ])('of %j is %j', (values, expected) => {
    expect(spread(values)).toEqual(expected);
  });

  test('is undefined without values', () => {
    expect(spread([])).toBeUndefined();
  });
});

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, place) => 100 - place);

  test.each([
    [0, 1],
    [50, 50],
    [99, 99],
    [99.5, 100],
    [100, 100],
  ])('%d of the numbers from 1 to 100 is %d', (share, expected) => {
    expect(percentile(hundred, share)).toBe(expected);
  });

  test('is a value that occurred', () => {
    expect(percentile([1, 10], 50)).toBe(1);
    expect(percentile([7], 99)).toBe(7);
  });
});

describe('ratios', () => {
  const rate = ({ value }: { value: number }) => value;

  test('are of neighbours, round by round', () => {
    const ours = [
      { round: 0, value: 10 },
      { round: 1, value: 30 },
    ];
    const theirs = [
      { round: 0, value: 5 },
      { round: 1, value: 10 },
    ];
    expect(ratios(ours, theirs, rate)).toEqual([2, 3]);
  });

  test('leave a round out that only one of them has', () => {
    const ours = [0, 1, 2].map((round) => ({ round, value: 10 * (round + 1) }));
    expect(ratios(ours, [{ round: 2, value: 15 }], rate)).toEqual([2]);
    expect(ratios([], ours, rate)).toEqual([]);
  });
});
