import fc, { type Arbitrary } from 'fast-check';
import { exactInteger, type Schema, validatorOf } from '../../openapi/contract';

/** Where integers go wrong in servers: at zero, and at the edges of 32, 53 and 64 bits. */
const EDGES: readonly bigint[] = [
  0n,
  1n,
  -1n,
  2n ** 31n - 1n,
  2n ** 31n,
  -(2n ** 31n),
  2n ** 53n - 1n,
  2n ** 53n + 1n,
  -(2n ** 53n) - 1n,
  2n ** 63n - 1n,
  -(2n ** 63n),
];

/** The edges that a schema allows, its own bounds first. */
export function integerEdges(schema: Schema): readonly (number | bigint)[] {
  const fits = validatorOf(schema, 'request');
  const bounds = [schema.minimum, schema.maximum].flatMap((bound) =>
    bound === undefined || !Number.isInteger(Number(bound)) ? [] : [BigInt(bound)],
  );
  const all = [...bounds, ...EDGES].map(exactInteger);
  return [...new Set(all)].filter((value) => fits(value) === undefined);
}

/** Integers that a schema allows, often one of the edges. */
export function arbitraryInteger(schema: Schema): Arbitrary<number | bigint> {
  const { format, minimum, maximum } = schema;
  const bits = format === 'int32' ? 31n : format === 'int64' ? 63n : 53n;
  const min = minimum === undefined ? -(2n ** bits) : BigInt(Math.ceil(Number(minimum)));
  const max = maximum === undefined ? 2n ** bits - 1n : BigInt(maximum);
  const inside = fc.bigInt({ min, max }).map(exactInteger);
  const edges = integerEdges(schema);
  return edges.length === 0 ? inside : fc.oneof(inside, fc.constantFrom(...edges));
}
