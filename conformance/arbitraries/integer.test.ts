import fc from 'fast-check';
import { arbitraryInteger, integerEdges } from './integer';

test('of 64 bits the edges are those of 64, 53 and 32 bits and of zero, exactly', () => {
  expect(integerEdges({ type: 'integer', format: 'int64' })).toEqual([
    0,
    1,
    -1,
    2147483647,
    2147483648,
    -2147483648,
    9007199254740991,
    9007199254740993n,
    -9007199254740993n,
    9223372036854775807n,
    -9223372036854775808n,
  ]);
});

test('of 32 bits there are none beyond 32', () => {
  expect(integerEdges({ type: 'integer', format: 'int32' })).toEqual([0, 1, -1, 2147483647, -2147483648]);
});

test('with bounds, the bounds themselves come first, and none is outside', () => {
  expect(integerEdges({ type: 'integer', minimum: 1, maximum: 100 })).toEqual([1, 100]);
  expect(integerEdges({ type: 'integer', minimum: -5 }).slice(0, 4)).toEqual([-5, 0, 1, -1]);
});

test('every value is within the bounds, and the edges are often among them', () => {
  const schema = { type: 'integer', format: 'int64', minimum: 0 } as const;
  const drawn = fc.sample(arbitraryInteger(schema), { numRuns: 200, seed: 1 });
  expect(drawn.filter((value) => value < 0 || value > 2n ** 63n - 1n)).toEqual([]);
  for (const edge of [0, 9007199254740993n, 2n ** 63n - 1n]) expect(drawn).toContain(edge);
});
