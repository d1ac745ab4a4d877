/** Choosing and changing values so that they fit a schema. */
import { fits, isObject, propertiesOf, type Schema } from '../../openapi/contract';

/** The first of these values that fits a schema, else the first of all, which is the likeliest. `undefined` is no value. */
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

/** The same of values that are made one after the other, until one fits. */
export const firstMade = (schema: Schema, ...makes: readonly (() => unknown)[]): unknown =>
  firstThatFits(
    schema,
    (function* () {
      for (const make of makes) yield make();
    })(),
  );

type Fields = Readonly<Record<string, unknown>>;

/** An object that fits but one schema of a `oneOf`: of each other it has a property as null. Undefined where nothing sets them apart. */
export function distinguished(schema: Schema, value: unknown): Fields | undefined {
  if (!isObject(value)) return undefined;
  for (const union of unionsIn(schema)) {
    const fitting = union.filter((branch) => fits(branch, 'response', value));
    if (fitting.length < 2) continue;
    const shared = (branch: Schema) => [...propertiesOf(branch).keys()].filter((name) => Object.hasOwn(value, name));
    for (const meant of fitting.toSorted((one, other) => shared(other).length - shared(one).length)) {
      const others = fitting.filter((branch) => branch !== meant);
      const apart = others.reduce((so, other) => (fits(other, 'response', so) ? without(so, other, meant) : so), value);
      if (fits(schema, 'response', apart)) return apart;
    }
  }
  return undefined;
}

/** The unions of a schema and of those that it takes in. */
const unionsIn = ({ oneOf, allOf = [] }: Schema): readonly (readonly Schema[])[] =>
  [oneOf, ...allOf.map((part) => part.oneOf)].filter((union) => union !== undefined);

function without(value: Fields, other: Schema, meant: Schema): Fields {
  const own = propertiesOf(meant);
  const odd = [...propertiesOf(other).values()].find(
    ({ name, schema, writeOnly }) =>
      !writeOnly && !own.has(name) && !Object.hasOwn(value, name) && !fits(schema, 'response', null),
  );
  return odd === undefined ? value : { ...value, [odd.name]: null };
}
