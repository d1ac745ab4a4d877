import { latest } from './latest';

test('a result is worked out again only for another argument than the last', () => {
  const make = jest.fn((argument: number) => [argument]);
  const known = latest(make);
  const first = known(1);
  expect(known(1)).toBe(first);
  expect(known(2)).toEqual([2]);
  expect(known(1)).toEqual([1]);
  expect(known(1)).not.toBe(first);
  expect(make.mock.calls).toEqual([[1], [2], [1]]);
});
