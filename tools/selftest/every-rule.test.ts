import { CHECKS } from '../../conformance/checks';
import { ORACLES } from '../../conformance/rules/oracles';
import { depotFaults } from './depot/faults';
import { faults } from './faults';
import { libraryFaults } from './library/faults';
import { venueFaults } from './venue/ground';

describe('every check and oracle', () => {
  const all = [...ORACLES, ...CHECKS];

  test('has an id of its own', () => {
    const ids = all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(all.map(({ id }) => id))('%s is what catches a fault of the self-test', (id) => {
    expect(
      [...faults, ...libraryFaults, ...venueFaults, ...depotFaults].filter(({ caughtBy }) =>
        caughtBy.some((one) => one === id),
      ).length,
    ).toBeGreaterThan(0);
  });
});
