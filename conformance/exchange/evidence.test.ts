import { shippedContract } from '../testing/contract';
import { exchangeOf } from '../testing/exchange';
import { evidenceOf } from './evidence';

test('of a reply the first headers are kept, however many and long they are', async () => {
  const contract = await shippedContract();
  const kept = (count: number, value: string): readonly (readonly [string, string])[] => {
    const headers = Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, value]));
    return [...(evidenceOf(exchangeOf(contract, { headers })).response?.headers ?? [])];
  };
  expect(kept(3, 'a')).toEqual([
    ['x-0', 'a'],
    ['x-1', 'a'],
    ['x-2', 'a'],
  ]);
  expect(kept(10_000, 'a')).toHaveLength(250);
  const long = kept(10, 'a'.repeat(20_000));
  expect(long.map(([, value]) => value.length)).toEqual([10_000, 10_000, 10_000]);
});
