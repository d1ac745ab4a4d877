import { isObject, own } from '../json/value';
import { memoized } from '../memo/memo';
import type { Schema } from '../model/schema';
import { keywordOf, propertiesOf } from './properties';

/** Our extension by which a union is judged: the discriminator with the values that mean each of its schemas. */
export const MEANT = 'x-meant';

/** The property that says which schema of a union is meant. */
interface Discriminator {
  readonly property: string;
  /** The schemas of the union, each with the values that mean it. */
  readonly branches: readonly Branch[];
}

interface Branch {
  readonly schema: Schema;
  readonly names: readonly string[];
}

/** The discriminator of a union; undefined where it has none that names a schema. */
export const discriminatorOf = memoized((schema: Schema): Discriminator | undefined => {
  const { discriminator, oneOf, anyOf } = schema;
  const { propertyName, names } = isObject(discriminator) ? discriminator : {};
  if (typeof propertyName !== 'string' || !Array.isArray(names)) return undefined;
  // `nameBranches` has put a list of texts there for each schema of the union.
  const named = names as readonly (readonly string[])[];
  const branches = (oneOf ?? anyOf ?? []).map((branch, index) => ({ schema: branch, names: named[index] ?? [] }));
  return branches.some((branch) => branch.names.length > 0) ? { property: propertyName, branches } : undefined;
});

/** The schema of a union that a value says that it is meant for; undefined where it does not say so. */
export function meantBy(schema: Schema, value: Readonly<Record<string, unknown>>): Schema | undefined {
  const found = discriminatorOf(schema);
  const name = found && own(value, found.property);
  return found?.branches.find(({ names }) => names.some((one) => one === name))?.schema;
}

/**
 * The schemas of a union, each with the values that mean it and no others. For making values alone: what a discriminator says is no
 * rule for those that come (OpenAPI 3.1.1 §4.8.25).
 */
export const namedBranches = memoized((schema: Schema): readonly Schema[] | undefined => {
  const found = discriminatorOf(schema);
  return found?.branches.map((branch) => named(branch, found.property));
});

function named({ schema, names }: Branch, property: string): Schema {
  const own = propertiesOf(schema).get(property)?.schema;
  const choices = own && (keywordOf(own, 'enum') ?? keywordOf(own, 'const'));
  // One that says itself what it may be knows better.
  if (names.length === 0 || choices !== undefined) return schema;
  const tag: Schema = {
    type: 'object',
    required: [property],
    properties: { [property]: { type: 'string', enum: names } },
  };
  return { allOf: [tag, schema] };
}
