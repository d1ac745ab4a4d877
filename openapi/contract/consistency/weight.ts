import { ContractError } from '../model/contract-error';
import type { Operation } from '../model/operation';
import type { Schema } from '../model/schema';
import { createWeight, newParts } from '../schema/weight';
import { schemasOf } from './schemas';

/**
 * Schemas that the schemas of operations are made of, each counted once. One takes some 20 kB and half a millisecond once it is
 * compiled, which is done for operations that are asked for; GitHub's description of 13 MB has 10,000.
 */
const MAX_PARTS = 200_000;

/** Schemas that judge one value by way of `allOf` and the like. Of the published descriptions that were tried none has more than 10. */
const MAX_WEIGHT = 10_000;

/**
 * Looks for schemas that would take too much time or memory to go through, or to compile. To be called before anything does.
 *
 * @throws ContractError with the place of the first such schema
 */
export function checkWeight(source: string, operations: readonly Operation[]): void {
  const weightOf = createWeight();
  const seen = new Set<Schema>();
  for (const { schema, pointer } of operations.flatMap(schemasOf)) {
    for (const part of newParts(schema, seen)) {
      if (seen.size > MAX_PARTS) {
        const problem = `the operations' schemas are made of more than ${MAX_PARTS} schemas.`;
        throw new ContractError(source, pointer, problem, 'Leave operations out.');
      }
      if (weightOf(part) <= MAX_WEIGHT) continue;
      const problem = `in the schema allOf, anyOf and oneOf multiply to more than ${MAX_WEIGHT} schemas for the same value.`;
      throw new ContractError(source, pointer, problem, 'Let each of them refer to a schema once.');
    }
  }
}
