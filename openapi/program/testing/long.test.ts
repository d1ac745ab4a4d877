import { sampled } from './long';

test.each([
  [3, [0, 4, 7]],
  [1, [0]],
  [10, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  [20, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
])('a sample of %i of ten is spread evenly, a long round has all', (few, places) => {
  const all = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  expect(sampled(all, few)).toEqual(process.env.TEST_LONG === '1' ? all : places);
});
