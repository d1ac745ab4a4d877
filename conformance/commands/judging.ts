import type { Judging } from '../baseline/fixed';
import { CHECKS } from '../checks';
import { ORACLES } from '../rules/oracles';
import { RELATIONS } from '../rules/relations';

/**
 * What the rules of the suite are like, as far as that tells what would have shown.
 *
 * @param isWhole whether every check was run on every operation
 */
export const judgingOf = (isWhole: boolean): Judging => ({
  isWhole,
  ofEveryExchange: new Set([...ORACLES, ...RELATIONS].map(({ id }) => id)),
  ofChance: new Set(CHECKS.map(({ id }) => id).filter((id) => id.startsWith('parallel.'))),
});
