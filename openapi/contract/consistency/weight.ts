import { ContractError } from '../model/contract-error';
import type { Operation } from '../model/operation';
import type { Schema } from '../model/schema';
import type { Direction } from '../schema/json-schema';
import { createWeight, partsOf } from '../schema/weight';
import { schemasOf } from './schemas';

/**
 * Schemas that the schemas of operations are made of, counted for each of those and each direction. Each takes some 20 kB and
 * half a millisecond once it is compiled; GitHub's description of 13 MB has 47,000.
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
  const counted = new Map<Schema, Set<Direction>>();
  let left = MAX_PARTS;
  for (const { schema, pointer, direction } of operations.flatMap(schemasOf)) {
    const directions = counted.get(schema) ?? new Set();
    if (directions.has(direction)) continue;
    counted.set(schema, directions.add(direction));
    const parts = partsOf(schema, left);
    left -= parts.size;
    if (left < 0) {
      const problem = `the operations' schemas are made of more than ${MAX_PARTS} schemas, counted for each operation.`;
      throw new ContractError(source, pointer, problem, 'Leave operations out.');
    }
    for (const part of parts) {
      if (weightOf(part) <= MAX_WEIGHT) continue;
      const problem = `in the schema allOf, anyOf and oneOf multiply to more than ${MAX_WEIGHT} schemas for the same value.`;
      throw new ContractError(source, pointer, problem, 'Let each of them refer to a schema once.');
    }
  }
}
