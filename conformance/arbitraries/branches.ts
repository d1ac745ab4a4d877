import {
  alternativesOf,
  distinguished,
  fits,
  isObject,
  itemsOf,
  namedBranches,
  ownTypesOf,
  propertiesOf,
  type Schema,
  stringifyJson,
} from '../../openapi/contract';
import { plainValue } from './plain';

/** Unions within members are looked for so deep: in a member, and in a member of that. */
const DEEPEST = 2;
/** More branches would take more requests than they are worth. */
const MOST = 24;

/**
 * A minimal valid value for each branch of a schema's unions (`oneOf`, `anyOf`), in the document's order, with the discriminator's
 * value set right: first those of the schema itself, then those of its members, to the second level, one at a time.
 * The first is the plainest value; a schema without unions has that alone. None where nothing is found to fit.
 */
export const branchValues = (schema: Schema): readonly unknown[] => branchesAt(schema, '', DEEPEST).slice(0, MOST);

function branchesAt(schema: Schema, name: string, depth: number): readonly unknown[] {
  const items = itemsOf(schema);
  if (items !== undefined && depth > 0) return branchesAt(items, name, depth - 1).map((item) => [item]);
  const own = branchesOf(schema).map((branch) => fitted(schema, plainValue(branch, name)));
  const values = distinctOf([plainValue(schema, name), ...own]);
  return depth === 0
    ? values
    : distinctOf([...values, ...values.filter(isObject).flatMap((value) => withOthers(schema, value, depth))]);
}

/** The branches of a schema's unions, without what only says that there may be nothing. */
const branchesOf = (schema: Schema): readonly Schema[] =>
  (namedBranches(schema) ?? [schema]).flatMap(alternativesOf).filter((flat) => String(ownTypesOf(flat)) !== 'null');

/** Each branch of a schema's unions, with the least value of it; a schema without unions is its only one. */
export const branchesWith = (
  schema: Schema,
  name: string,
): readonly { readonly branch: Schema; readonly value: unknown }[] =>
  branchesOf(schema).map((branch) => ({ branch, value: fitted(schema, plainValue(branch, name)) }));

/** Whether there is a union so deep in a schema. */
function hasChoice(schema: Schema, depth: number): boolean {
  if (branchesOf(schema).length > 1) return true;
  const parts = [itemsOf(schema), ...[...propertiesOf(schema).values()].map((property) => property.schema)];
  return depth > 0 && parts.some((part) => part !== undefined && hasChoice(part, depth - 1));
}

/** The value as it fits the whole schema, or nothing. */
const fitted = (schema: Schema, value: unknown): unknown =>
  value === undefined || fits(schema, 'request', value) ? value : distinguished(schema, value, 'request');

/** The object with each branch of each of its members in turn. */
const withOthers = (schema: Schema, value: Readonly<Record<string, unknown>>, depth: number): readonly unknown[] =>
  [...propertiesOf(schema).values()]
    .filter((property) => !property.readOnly && hasChoice(property.schema, depth - 1))
    .flatMap(({ name, schema: member }) =>
      branchesAt(member, name, depth - 1).map((one) => ({ ...value, [name]: one })),
    )
    .filter((one) => fits(schema, 'request', one));

function distinctOf(values: readonly unknown[]): readonly unknown[] {
  const found = new Map<string, unknown>();
  for (const value of values) {
    if (value === undefined) continue;
    const text = stringifyJson(value);
    if (!found.has(text)) found.set(text, value);
  }
  return [...found.values()];
}
