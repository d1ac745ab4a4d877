import fc from 'fast-check';
import { smallest } from './examine';

describe('the smallest part for which something holds', () => {
  test('is what alone matters, whatever lies between, and nothing of it can be left out', () =>
    fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat({ max: 27 }), { minLength: 1, maxLength: 6 }), async (needed) => {
        const all = Array.from({ length: 28 }, (_, nth) => nth);
        let asked = 0;
        const few = await smallest(all, async (part) => {
          asked += 1;
          return needed.every((one) => part.includes(one));
        });
        expect(few).toEqual([...needed].sort((a, b) => a - b));
        expect(asked).toBeLessThan(28 * needed.length + 60);
      }),
    ));

  test('is one of several that are enough by themselves', async () => {
    const few = await smallest(['a', 'b', 'c', 'd', 'e'], async (part) => part.includes('b') || part.includes('e'));
    expect([['b'], ['e']]).toContainEqual(few);
  });
});
