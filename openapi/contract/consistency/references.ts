import { pointerTo } from '../json/pointer';
import type { Contract } from '../model/contract';
import type { DocumentProblem } from './document-problem';

export function unknownLinkTarget({ operations }: Contract): DocumentProblem | undefined {
  for (const link of operations.flatMap(({ replies }) => replies).flatMap(({ links }) => links)) {
    if (operations.some(({ id }) => id === link.operationId)) continue;
    return {
      pointer: pointerTo(link.pointer, 'operationId'),
      problem: `there is no operation "${link.operationId}".`,
      remedy: `Name one of ${operations.map(({ id }) => id).join(', ')}.`,
    };
  }
  return undefined;
}

export function unknownReplacement({ operations }: Contract): DocumentProblem | undefined {
  for (const { deprecation, pointer } of operations) {
    const wanted = deprecation?.replacement;
    if (wanted === undefined || operations.some(({ id }) => id === wanted)) continue;
    return {
      pointer: pointerTo(pointer, 'x-deprecation', 'replacement'),
      problem: `there is no operation "${wanted}".`,
      remedy: `Name one of ${operations.map(({ id }) => id).join(', ')}.`,
    };
  }
  return undefined;
}
