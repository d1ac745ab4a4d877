import type { Operation } from '../../openapi/contract';

/** Which rules are judged. */
export interface RuleChoice {
  /** Ids or prefixes of ids (`list`, `list.filter`); empty: all. */
  readonly checks: readonly string[];
  readonly excludedChecks: readonly string[];
}

/** Which rules are judged on a single operation. */
export interface OperationChoice extends RuleChoice {
  readonly isLeftOut: boolean;
}

/** Which rules and operations are judged. */
export interface Choice extends RuleChoice {
  /** What narrows the rules for single operations, by their ids. */
  readonly perOperation?: ReadonlyMap<string, OperationChoice>;
  /** Ids of operations; empty: all. */
  readonly operations: readonly string[];
  readonly excludeDeprecated: boolean;
}

/** Whether a rule is judged on any operation. */
export function isChosen(id: string, { checks, excludedChecks }: RuleChoice): boolean {
  const matches = (wanted: string) => id === wanted || id.startsWith(`${wanted.replace(/\.$/, '')}.`);
  return (checks.length === 0 || checks.some(matches)) && !excludedChecks.some(matches);
}

/** Whether a rule is judged on this operation. */
export function isChosenFor(operation: Pick<Operation, 'id'>, id: string, choice: Choice): boolean {
  const own = choice.perOperation?.get(operation.id);
  return isChosen(id, choice) && (own === undefined || (!own.isLeftOut && isChosen(id, own)));
}

export const isChosenOperation = ({ id, deprecated }: Operation, { operations, excludeDeprecated }: Choice): boolean =>
  (operations.length === 0 || operations.includes(id)) && !(excludeDeprecated && deprecated);
