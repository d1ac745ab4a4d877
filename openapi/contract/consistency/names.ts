import { pointerTo } from '../json/pointer';
import type { Contract } from '../model/contract';
import type { DocumentProblem } from './document-problem';
import { problemOfTwin } from './twins';

export function duplicateOperationId({ operations }: Contract): DocumentProblem | undefined {
  return problemOfTwin(
    operations,
    ({ id }) => id,
    (twin, first) => ({
      pointer: pointerTo(twin.pointer, 'operationId'),
      problem: `the operationId "${twin.id}" is taken by ${first.method} ${first.path}.`,
      remedy: 'Give each operation an id of its own.',
    }),
  );
}

export function duplicatePlan({ plans }: Contract): DocumentProblem | undefined {
  return problemOfTwin(
    plans,
    ({ name }) => name,
    (twin, first) => ({
      pointer: pointerTo(twin.pointer, 'name'),
      problem: `the plan "${twin.name}" is already described at ${first.pointer}.`,
      remedy: 'Give each plan a name of its own.',
    }),
  );
}
