import type { Operation } from '../../openapi/contract';

/** Which rules and operations are judged. */
export interface Choice {
  /** Ids or prefixes of ids (`list`, `list.filter`); empty: all. */
  readonly checks: readonly string[];
  readonly excludedChecks: readonly string[];
  /** Ids of operations; empty: all. */
  readonly operations: readonly string[];
  readonly excludeDeprecated: boolean;
}

export function isChosen(id: string, { checks, excludedChecks }: Choice): boolean {
  const matches = (wanted: string) => id === wanted || id.startsWith(`${wanted.replace(/\.$/, '')}.`);
  return (checks.length === 0 || checks.some(matches)) && !excludedChecks.some(matches);
}

export const isChosenOperation = ({ id, deprecated }: Operation, { operations, excludeDeprecated }: Choice): boolean =>
  (operations.length === 0 || operations.includes(id)) && !(excludeDeprecated && deprecated);
