import { notAlike, notHeardOf, type Terms } from './terms';

describe('why a mock may not join others', () => {
  const PLACE = { url: 'redis://127.0.0.1:6379', prefix: 'shop' };
  const OWN: Terms = { contract: 'c'.repeat(64), title: 'Shop', version: '1.0.0', options: { '--seed': '1' } };

  it('is another document or version of those that run, where their options are alike', () => {
    const edited: Terms = { ...OWN, contract: 'd'.repeat(64) };
    expect(notAlike(edited, OWN, PLACE).message).toBe(
      'What redis://127.0.0.1:6379 has with the prefix "shop" is being used by a mock of another document, Shop (dddddddddddd), ' +
        'and this one is of Shop (cccccccccccc). Name another --store-prefix; else stop that one first, or add --store-reset, ' +
        'which removes what is stored.',
    );
    expect(notAlike({ ...OWN, version: '0.9.0' }, OWN, PLACE).message).toContain(
      'is being used by version 0.9.0 of this package, and this is 1.0.0. Name',
    );
  });

  it('is told in a line where they are only waited for', () => {
    expect(notHeardOf({ ...OWN, options: { '--seed': '2' } }, OWN, PLACE, 6)).toBe(
      'Mocks with --seed 2 (here 1) that share redis://127.0.0.1:6379 with the prefix "shop" were not ended, and are out of ' +
        'touch. This one waits 6 s to see whether they still run.',
    );
  });
});
