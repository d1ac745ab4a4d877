import { pointerTo } from '../json/pointer';
import type { Plan } from '../model/contract';
import type { Operation } from '../model/operation';
import type { ReportFault } from '../model/problem';

/** The operations with an id of its own each: one whose id another has before it is called by its method and path. */
export function withOwnIds(operations: readonly Operation[], report: ReportFault): readonly Operation[] {
  const taken = new Map<string, Operation>();
  return operations.map((operation) => {
    const { id, method, path, pointer } = operation;
    const first = taken.get(id);
    if (first === undefined) {
      taken.set(id, operation);
      return operation;
    }
    const own = `${method} ${path}`;
    report({
      pointer: pointerTo(pointer, 'operationId'),
      problem: `the operationId "${id}" is taken by ${first.method} ${first.path}.`,
      remedy: `The operation is called "${own}".`,
      correction: 'Give each operation an id of its own.',
    });
    taken.set(own, operation);
    return { ...operation, id: own };
  });
}

/** The plans without those whose name one before them has. */
export function withOwnNames(plans: readonly Plan[], report: ReportFault): readonly Plan[] {
  const taken = new Map<string, Plan>();
  return plans.filter((plan) => {
    const first = taken.get(plan.name);
    if (first === undefined) return taken.set(plan.name, plan);
    report({
      pointer: pointerTo(plan.pointer, 'name'),
      problem: `the plan "${plan.name}" is already described at ${first.pointer}.`,
      remedy: 'The first one counts.',
      correction: 'Give each plan a name of its own.',
    });
    return false;
  });
}
