/** Choosing and changing values so that they fit a schema. */
import { isObject } from '../json/value';
import type { Schema } from '../model/schema';
import type { Direction } from '../schema/json-schema';
import { propertiesOf } from '../schema/properties';
import { fits } from '../schema/validators';

/** The first of these values that fits a schema, else the first of all, which is the likeliest. `undefined` is no value. */
export function firstThatFits(
  schema: Schema,
  candidates: Iterable<unknown>,
  direction: Direction = 'response',
): unknown {
  let first: unknown;
  for (const candidate of candidates) {
    if (candidate === undefined) continue;
    if (fits(schema, direction, candidate)) return candidate;
    if (first === undefined) first = candidate;
  }
  return first;
}

type Fields = Readonly<Record<string, unknown>>;

/** An object that fits but one schema of a `oneOf`: of each other it has a property as null. Undefined where nothing sets them apart. */
export function distinguished(schema: Schema, value: unknown, direction: Direction = 'response'): Fields | undefined {
  if (!isObject(value)) return undefined;
  for (const union of unionsIn(schema)) {
    const fitting = union.filter((branch) => fits(branch, direction, value));
    if (fitting.length < 2) continue;
    const shared = (branch: Schema) => [...propertiesOf(branch).keys()].filter((name) => Object.hasOwn(value, name));
    for (const meant of fitting.toSorted((one, other) => shared(other).length - shared(one).length)) {
      const others = fitting.filter((branch) => branch !== meant);
      const apart = others.reduce(
        (so, other) => (fits(other, direction, so) ? without(so, other, meant, direction) : so),
        value,
      );
      if (fits(schema, direction, apart)) return apart;
    }
  }
  return undefined;
}

/** The unions of a schema and of those that it takes in. */
const unionsIn = ({ oneOf, allOf = [] }: Schema): readonly (readonly Schema[])[] =>
  [oneOf, ...allOf.map((part) => part.oneOf)].filter((union) => union !== undefined);

function without(value: Fields, other: Schema, meant: Schema, direction: Direction): Fields {
  const own = propertiesOf(meant);
  const hidden = direction === 'request' ? 'readOnly' : 'writeOnly';
  const odd = [...propertiesOf(other).values()].find(
    (property) =>
      !property[hidden] &&
      !own.has(property.name) &&
      !Object.hasOwn(value, property.name) &&
      !fits(property.schema, direction, null),
  );
  return odd === undefined ? value : { ...value, [odd.name]: null };
}
