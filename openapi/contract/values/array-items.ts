import { isObject, isWhole } from '../json/value';
import { memoized } from '../memo/memo';
import type { Schema } from '../model/schema';
import type { Direction } from '../schema/json-schema';
import { itemsOf } from '../schema/properties';
import { alike } from '../schema/values';

/** How an array of a flat schema is made. */
interface ArrayItems {
  /** So many items at least; at most: infinite without an end. */
  readonly least: number;
  readonly most: number;
  /** The item at a place, which `make` makes of the schema that it is to have there; undefined where none is found. */
  readonly item: (index: number, direction: Direction, make: (schema: Schema) => unknown) => unknown;
}

const ANYTHING: Schema = {};

/**
 * So many items as `contains` asks for come first, behind `prefixItems`; where `maxContains` is said, no other is such a one (JSON
 * Schema 2020-12 §10.3.1, Validation §6.4).
 */
export const arrayItems = memoized((flat: Schema): ArrayItems => {
  const { minItems = 0, maxItems: most = Number.POSITIVE_INFINITY, prefixItems = [], contains } = flat;
  const items = itemsOf(flat) ?? ANYTHING;
  if (!isObject(contains)) {
    return { least: minItems, most, item: (index, _, make) => make(prefixItems[index] ?? items) };
  }
  const wanted = isWhole(flat.minContains) ? Number(flat.minContains) : 1;
  const such: Schema = { allOf: [items, contains] };
  const other: Schema = flat.maxContains === undefined ? items : { allOf: [items, { not: contains }] };
  const end = prefixItems.length + wanted;
  return {
    least: Math.max(minItems, wanted > 0 ? end : 0),
    most,
    item(index, direction, make) {
      const made = make(prefixItems[index] ?? (index < end ? such : other));
      // What `not` leaves is hard to hit.
      return index < end || made === undefined ? made : alike(other, made, direction);
    },
  };
});
