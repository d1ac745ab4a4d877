import { fits, type Schema } from '../../openapi/contract';

/**
 * The first of these values that fits a schema. Where none does, the first of all: there must be a value, and the first
 * candidate is the likeliest. `undefined` is no value.
 */
export function firstThatFits(
  schema: Schema,
  candidates: Iterable<unknown>,
  direction: 'request' | 'response' = 'response',
): unknown {
  let first: unknown;
  for (const candidate of candidates) {
    if (candidate === undefined) continue;
    if (fits(schema, direction, candidate)) return candidate;
    if (first === undefined) first = candidate;
  }
  return first;
}
