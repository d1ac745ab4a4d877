import type { Subject } from '../exchange/subject';
import type { Case, Check } from '../steps/check';

/** A case of a lane: of one check on one operation. */
interface OfLane {
  readonly check: Pick<Check, 'id'>;
  readonly subject: Subject;
  readonly case: Pick<Case, 'cost'>;
}

/** Whether a contract has so many operations, and a plan so many cases, that the budget ends long before all of it is judged. */
export function isOfMany(planned: readonly OfLane[], budget: number): boolean {
  const operations = new Set(planned.map(({ subject }) => subject.operation)).size;
  return operations >= MANY && planned.reduce((sum, { case: { cost } }) => sum + cost, 0) > 2 * budget;
}

const MANY = 20;

/**
 * The same cases, those of the lanes that take least first, each lane in one piece: a check has judged an operation only where
 * all of its cases were run, and a budget that is spread over all lanes brings few of them there.
 */
export function cheapestFirst<One extends OfLane>(planned: readonly One[]): readonly One[] {
  const lanes = new Map<string, { readonly cases: One[]; cost: number }>();
  for (const one of planned) {
    const name = `${one.check.id} ${one.subject.operation.id}`;
    const lane = lanes.get(name) ?? { cases: [], cost: 0 };
    lane.cases.push(one);
    lane.cost += one.case.cost;
    lanes.set(name, lane);
  }
  // Lanes of one cost stay in their order.
  return [...lanes.values()].toSorted((a, b) => a.cost - b.cost).flatMap(({ cases }) => cases);
}
