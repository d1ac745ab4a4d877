import fc, { type Arbitrary } from 'fast-check';
import { leastSizeOf, type Schema, type Way } from '../../openapi/contract';

/**
 * Objects: every property that a request has to carry, and any of the others that it may carry.
 *
 * @param most how large the least value of one of the others may be; 0 for no more of them than there must be
 * @param inner values of a property of an object with so many
 */
export function arbitraryObject(
  { parts, others, least }: Way,
  most: number,
  inner: (part: Schema, count: number) => Arbitrary<unknown>,
): Arbitrary<Readonly<Record<string, unknown>>> {
  const sizes = new Map(others.map((part) => [part, leastSizeOf(part.schema, 'request')] as const));
  const sizeOf = (part: (typeof others)[number]): number => sizes.get(part) ?? Number.POSITIVE_INFINITY;
  const smallest = others.toSorted((one, other) => sizeOf(one) - sizeOf(other)).slice(0, least);
  const optional = others.filter((part) => sizeOf(part) <= most || smallest.includes(part));
  const all = [...parts, ...optional].map(({ name = '', schema }) => [name, schema] as const);
  const required = most === 0 ? all : parts.map(({ name = '' }) => [name] as const);
  return fc.record(Object.fromEntries(all.map(([name, schema]) => [name, inner(schema, all.length)])), {
    requiredKeys: required.map(([name]) => name),
  });
}
