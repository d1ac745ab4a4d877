import type { Operation } from '../model/operation';
import { ContractError, type ReportFault } from '../model/problem';

import type { Schema } from '../model/schema';
import { createWeight, newParts, placeIn } from '../schema/inner-schemas';
import { schemasOf } from './schemas';

/**
 * Schemas that the schemas of operations are made of, each counted once. One takes some 20 kB and half a millisecond once it is
 * compiled, which is done for operations that are asked for; GitHub's description of 13 MB has 10,000.
 */
const MAX_PARTS = 200_000;

/** Schemas that judge one value by way of `allOf` and the like. Of the published descriptions that were tried none has more than 10. */
const MAX_WEIGHT = 10_000;

/**
 * Looks for schemas that would take too much time or memory to go through, or to compile, and empties, in place, those in which
 * others multiply. To be called before anything goes through them.
 *
 * @throws ContractError with a place where all together are too many
 */
export function cutWeight(source: string, operations: readonly Operation[], report: ReportFault): void {
  const heavy: Schema[] = [];
  // It is weighed before those that refer to it, which are then light enough.
  const weightOf = createWeight((part, weight) => {
    if (weight <= MAX_WEIGHT) return weight;
    heavy.push(part);
    return 1;
  });
  const seen = new Set<Schema>();
  for (const { schema, pointer } of operations.flatMap(schemasOf)) {
    for (const part of newParts(schema, seen)) {
      if (seen.size > MAX_PARTS) {
        const problem = `the operations' schemas are made of more than ${MAX_PARTS} schemas.`;
        throw new ContractError(source, pointer, problem, 'Leave operations out.');
      }
      weightOf(part);
      for (const one of heavy) reportHeavy(pointer + (placeIn(schema, (inner) => inner === one) ?? ''), report);
      for (const one of heavy.splice(0)) empty(one);
    }
  }
}

function reportHeavy(pointer: string, report: ReportFault): void {
  const problem = `in the schema allOf, anyOf and oneOf multiply to more than ${MAX_WEIGHT} schemas for the same value.`;
  const correction = 'Let each of them refer to a schema once.';
  report({ pointer, problem, remedy: 'Any value is taken there.', correction });
}

/** @param schema of a document that is ours */
function empty(schema: Schema): void {
  for (const keyword of Object.keys(schema)) Reflect.deleteProperty(schema, keyword);
}
