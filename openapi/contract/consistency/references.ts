import { pointerTo } from '../json/pointer';
import type { Operation } from '../model/operation';
import type { Fault, ReportFault } from '../model/problem';

/** The operations without links and replacements that lead to no operation. */
export function withKnownTargets(operations: readonly Operation[], report: ReportFault): readonly Operation[] {
  const ids = new Set(operations.map(({ id }) => id));
  return operations.map((operation) => withKnownLinks(withKnownReplacement(operation, ids, report), ids, report));
}

function withKnownLinks(operation: Operation, ids: ReadonlySet<string>, report: ReportFault): Operation {
  const unknown = operation.replies.flatMap(({ links }) => links).filter(({ operationId }) => !ids.has(operationId));
  if (unknown.length === 0) return operation;
  for (const { operationId, pointer } of unknown) {
    report(faultOf(ids, operationId, pointerTo(pointer, 'operationId'), 'The link is left out.'));
  }
  const replies = operation.replies.map((reply) => ({
    ...reply,
    links: reply.links.filter((link) => !unknown.includes(link)),
  }));
  return { ...operation, replies };
}

function withKnownReplacement(operation: Operation, ids: ReadonlySet<string>, report: ReportFault): Operation {
  const { deprecation, pointer } = operation;
  const wanted = deprecation?.replacement;
  if (deprecation === undefined || wanted === undefined || ids.has(wanted)) return operation;
  report(faultOf(ids, wanted, pointerTo(pointer, 'x-deprecation', 'replacement'), 'No replacement is named.'));
  return { ...operation, deprecation: { ...deprecation, replacement: undefined } };
}

/** So many operations are named, or the message would be no line any more. */
const MOST_NAMED = 20;

function faultOf(ids: ReadonlySet<string>, wanted: string, pointer: string, remedy: string): Fault {
  const named = [...ids].slice(0, MOST_NAMED).join(', ');
  const more = ids.size > MOST_NAMED ? `, or ${ids.size - MOST_NAMED} others` : '';
  return {
    pointer,
    problem: `there is no operation "${wanted}".`,
    remedy,
    correction: `Name one of ${named}${more}.`,
  };
}
