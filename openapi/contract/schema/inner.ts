import { isObject } from '../json/object';
import { pointerTo } from '../json/pointer';
import type { Schema } from '../model/schema';

/** Keywords whose schemas judge the value that the schema itself judges. */
export const SAME_VALUE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'];

/** Keywords whose schemas judge a part of it. */
export const PART_OF_VALUE = [
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'items',
  'prefixItems',
  'unevaluatedItems',
  'contains',
];

/** Keywords whose value has a schema under each name. */
const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas']);

/** The schemas that stand in a schema under these keywords. */
export function innerSchemas(schema: Schema, keywords: readonly string[]): readonly Schema[] {
  return keywords.flatMap((keyword) => {
    const value = schema[keyword];
    if (typeof value !== 'object' || value === null) return [];
    const found = Array.isArray(value) || NAMED.has(keyword) ? Object.values(value) : [value];
    // OpenAPI 3.1 has `true` for a schema, too.
    return found.filter(isObject) as readonly Schema[];
  });
}

/** The same with the JSON pointer to each. */
export const innerPlaces = (
  schema: Schema,
  keywords: readonly string[],
): readonly { readonly place: string; readonly inner: Schema }[] =>
  keywords.flatMap((keyword) => {
    const [one] = innerSchemas(schema, [keyword]);
    if (one !== undefined && one === schema[keyword]) return [{ place: pointerTo('', keyword), inner: one }];
    return Object.entries(schema[keyword] ?? {}).flatMap(([name, inner]) =>
      isObject(inner) ? [{ place: pointerTo('', keyword, name), inner: inner as Schema }] : [],
    );
  });
