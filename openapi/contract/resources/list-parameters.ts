import type { Operation, Parameter } from '../model/operation';
import type { Filter } from '../model/resource';
import type { Schema } from '../model/schema';
import { keywordOf, propertiesOf, typesOf } from '../schema/properties';
import { POSITIONS, SIZE_WORDS, SIZES } from './page-words';
import { plain, wordsOf } from './spelling';

/** The query parameters of a list that have the name of a record's property. */
export function findFilters(schema: Schema, list: Operation | undefined): readonly Filter[] {
  const properties = propertiesOf(schema);
  return (list?.parameters ?? [])
    .filter((parameter) => parameter.in === 'query' && properties.has(parameter.name))
    .map((parameter) => ({ parameter, property: parameter.name }));
}

/**
 * The integer of a list's query that is no filter and no position, and whose name has a word for an amount. Of several the one whose name people give to page sizes,
 * else the only one with a `maximum`.
 */
export function findPageSize(schema: Schema, list: Operation | undefined): Parameter | undefined {
  const properties = propertiesOf(schema);
  const integers = (list?.parameters ?? []).filter(
    (parameter) =>
      parameter.in === 'query' &&
      typesOf(parameter.schema).includes('integer') &&
      !properties.has(parameter.name) &&
      !POSITIONS.has(plain(parameter.name)),
  );
  if (integers.length === 1) return integers.find(({ name }) => wordsOf(name).some((word) => SIZE_WORDS.has(word)));
  const named = [...integers].sort((one, other) => rankOf(one) - rankOf(other))[0];
  if (named !== undefined && rankOf(named) < SIZES.length) return named;
  const bounded = integers.filter((parameter) => keywordOf(parameter.schema, 'maximum') !== undefined);
  return bounded.length === 1 ? bounded[0] : undefined;
}

/** Beyond all places of the list where the name is not in it. */
function rankOf({ name }: Parameter): number {
  const rank = SIZES.indexOf(plain(name));
  return rank < 0 ? SIZES.length : rank;
}
