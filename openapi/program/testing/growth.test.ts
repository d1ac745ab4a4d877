import { growthOf, isLinear } from './growth';

const sum = (turns: number): number => {
  let total = 0;
  for (let turn = 0; turn < turns; turn += 1) total = (total * 31 + turn) % 1009;
  return total;
};

test('work that goes once over its input is linear', () => {
  expect(isLinear(growthOf((size) => () => sum(size), 20_000))).toBe(true);
});

test('work that goes over its input for each part of it is not', () => {
  const growth = growthOf((size) => () => sum(size * size), 150, 4);
  expect(isLinear(growth)).toBe(false);
  expect(growth.twice).toBeGreaterThan(2);
});
