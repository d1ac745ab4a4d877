import { pointerTo } from '../json/pointer';
import type { Contract } from '../model/contract';
import type { DocumentProblem } from './document-problem';

export function unknownLinkTarget({ operations }: Contract): DocumentProblem | undefined {
  const ids = idsOf(operations);
  for (const link of operations.flatMap(({ replies }) => replies).flatMap(({ links }) => links)) {
    if (!ids.has(link.operationId)) return unknown(ids, link.operationId, pointerTo(link.pointer, 'operationId'));
  }
  return undefined;
}

export function unknownReplacement({ operations }: Contract): DocumentProblem | undefined {
  const ids = idsOf(operations);
  for (const { deprecation, pointer } of operations) {
    const wanted = deprecation?.replacement;
    if (wanted === undefined || ids.has(wanted)) continue;
    return unknown(ids, wanted, pointerTo(pointer, 'x-deprecation', 'replacement'));
  }
  return undefined;
}

const idsOf = (operations: Contract['operations']): ReadonlySet<string> => new Set(operations.map(({ id }) => id));

/** So many operations are named, or the message would be no line any more. */
const MOST_NAMED = 20;

function unknown(ids: ReadonlySet<string>, wanted: string, pointer: string): DocumentProblem {
  const named = [...ids].slice(0, MOST_NAMED).join(', ');
  const more = ids.size > MOST_NAMED ? `, or ${ids.size - MOST_NAMED} others` : '';
  return { pointer, problem: `there is no operation "${wanted}".`, remedy: `Name one of ${named}${more}.` };
}
