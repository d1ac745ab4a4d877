import { fits, isObject, propertiesOf, type Schema } from '../../openapi/contract';

type Fields = Readonly<Record<string, unknown>>;

/**
 * An object that fits several schemas of a `oneOf`, so that it fits but one: the one most of whose properties it has. Of each
 * other it has a property as null, which that one does not allow: there is no such thing here.
 *
 * @returns undefined where it fits none or one of them already, or nothing tells them apart
 */
export function toldApart(schema: Schema, value: unknown): Fields | undefined {
  if (!isObject(value)) return undefined;
  for (const union of unionsIn(schema)) {
    const fitting = union.filter((branch) => fits(branch, 'response', value));
    if (fitting.length < 2) continue;
    const shared = (branch: Schema) => [...propertiesOf(branch).keys()].filter((name) => Object.hasOwn(value, name));
    for (const meant of fitting.toSorted((one, other) => shared(other).length - shared(one).length)) {
      const others = fitting.filter((branch) => branch !== meant);
      const told = others.reduce((so, other) => (fits(other, 'response', so) ? without(so, other, meant) : so), value);
      if (fits(schema, 'response', told)) return told;
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
