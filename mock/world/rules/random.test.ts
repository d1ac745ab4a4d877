import fc from 'fast-check';
import type { Random } from '../stores/clock';
import { createRandom } from './random';

const take = (random: Random, count: number): readonly number[] => Array.from({ length: count }, random);

describe('random numbers', () => {
  it('are those of mulberry32', () => {
    expect(take(createRandom(1), 3)).toEqual([0.6270739405881613, 0.002735721180215478, 0.5274470399599522]);
  });

  it('are the same for the same seed, others for another, and in [0, 1)', () =>
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const numbers = take(createRandom(seed), 20);
        expect(take(createRandom(seed), 20)).toEqual(numbers);
        expect(take(createRandom(seed + 1), 20)).not.toEqual(numbers);
        for (const number of numbers) {
          expect(number).toBeGreaterThanOrEqual(0);
          expect(number).toBeLessThan(1);
        }
      }),
    ));
});
