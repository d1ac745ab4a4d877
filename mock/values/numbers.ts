import { exactInteger, type Schema } from '../../openapi/contract';

/** Candidates for a flat schema's bounds, the plainest first. */
export function* numbersOf(schema: Schema): Iterable<number | bigint> {
  yield* [0, 1];
  const bounds = [schema.minimum, schema.maximum, schema.exclusiveMinimum, schema.exclusiveMaximum].filter(
    (bound) => typeof bound === 'number' || typeof bound === 'bigint',
  );
  const step = schema.multipleOf ?? 1;
  for (const bound of bounds) yield* around(bound, step);
  yield* bounds;
  const numbers = bounds.map(Number);
  yield (Math.min(...numbers) + Math.max(...numbers)) / 2;
  yield* [step, -step];
}

/** The multiples of a step next to a bound, exact where both are whole. */
function around(bound: number | bigint, step: number | bigint): readonly (number | bigint)[] {
  if (isWhole(bound) && isWhole(step)) {
    const by = BigInt(step);
    const near = (BigInt(bound) / by) * by;
    return [near, near + by, near - by].map(exactInteger);
  }
  const by = Number(step);
  const near = Math.ceil(Number(bound) / by) * by;
  return [near, near + by, near - by];
}

const isWhole = (value: number | bigint): boolean => typeof value === 'bigint' || Number.isInteger(value);
