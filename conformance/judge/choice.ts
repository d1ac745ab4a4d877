import type { Operation } from '../../openapi/contract';

/** Which rules are judged. */
export interface RuleChoice {
  /** Ids or prefixes of ids (`list`, `list.filter`); empty: all. */
  readonly checks: readonly string[];
  readonly excludedChecks: readonly string[];
}

/** Which rules are judged on a single operation. */
interface OperationChoice extends RuleChoice {
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

/** Whether a rule is judged on this operation, and what is found there counts. */
export function isChosenFor(operation: Operation, id: string, choice: Choice): boolean {
  const own = choice.perOperation?.get(operation.id);
  return (
    isChosenOperation(operation, choice) &&
    isChosen(id, choice) &&
    (own === undefined || (!own.isLeftOut && isChosen(id, own)))
  );
}

/** What is neither judged nor counts, in phrases; none where all is. */
export function leftOutBy(
  { perOperation = new Map(), operations, excludeDeprecated, ...rules }: Choice,
  all: readonly Operation[],
): readonly string[] {
  const deprecated = all.filter((one) => excludeDeprecated && one.deprecated).map(({ id }) => id);
  const skipped = [...perOperation].filter(([, { isLeftOut }]) => isLeftOut).map(([id]) => id);
  return [
    ...(operations.length === 0 ? [] : [`all operations but ${operations.join(', ')}`]),
    ...(skipped.length === 0 ? [] : [`the operations ${skipped.join(', ')}`]),
    ...(deprecated.length === 0 ? [] : [`the deprecated operations ${deprecated.join(', ')}`]),
    ...rulesLeftOutBy(rules),
    ...[...perOperation].flatMap(([id, one]) =>
      one.isLeftOut ? [] : rulesLeftOutBy(one).map((phrase) => `${phrase} of ${id}`),
    ),
  ];
}

const rulesLeftOutBy = ({ checks, excludedChecks }: RuleChoice): readonly string[] => [
  ...(checks.length === 0 ? [] : [`all checks but ${checks.join(', ')}`]),
  ...(excludedChecks.length === 0 ? [] : [`the checks ${excludedChecks.join(', ')}`]),
];

export const isChosenOperation = ({ id, deprecated }: Operation, { operations, excludeDeprecated }: Choice): boolean =>
  (operations.length === 0 || operations.includes(id)) && !(excludeDeprecated && deprecated);
