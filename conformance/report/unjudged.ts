import type { Cell } from '../verdict/result';

/** Checks of one operation that could not be judged, for the same reasons. */
export interface Unjudged {
  readonly operation: string;
  readonly checks: readonly string[];
  readonly reasons: readonly string[];
}

/** So many are told one by one: a contract of a few operations has no more of them. */
const MOST_APART = 200;

/**
 * What could not be judged of each operation, where it is so much that a report of each check and operation would be about
 * little else; undefined where they can be told one by one.
 */
export function unjudgedByOperation(cells: readonly Cell[]): readonly Unjudged[] | undefined {
  const unjudged = cells.filter(isInconclusive);
  if (unjudged.length <= MOST_APART) return undefined;
  const groups = groupedBy(unjudged, ({ operation, reasons }) => JSON.stringify([operation, reasons]));
  return groups.flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    return [{ operation: first.operation, checks: group.map(({ check }) => check), reasons: first.reasons }];
  });
}

export const isInconclusive = ({ outcome }: Cell): boolean => outcome === 'inconclusive';

/** Those with the same text together, in the order in which the texts first come. */
export function groupedBy<T>(all: readonly T[], textOf: (one: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(textOf(one)) ?? [];
    group.push(one);
    groups.set(textOf(one), group);
  }
  return [...groups.values()];
}
