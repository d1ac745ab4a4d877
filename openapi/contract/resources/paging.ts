import type { Operation, Parameter } from '../model/operation';
import type { Paging } from '../model/paging';
import type { Schema } from '../model/schema';
import { findPageHeaders, findPageMembers } from './page-members';
import { findPositions, findSize } from './positions';

/**
 * How a list pages, as far as the names of its query and its reply say so; undefined where neither a parameter says where
 * a page begins nor the reply what it is.
 *
 * @param listAt the names of the members that lead to the records in the reply
 * @param collection the last name of the collection's path
 * @param pageSize what is known to be the page size, whatever its name
 */
export function findPaging(
  schema: Schema,
  list: Operation | undefined,
  listAt: readonly string[],
  collection: string,
  pageSize: Parameter | undefined,
): Paging | undefined {
  if (list === undefined) return undefined;
  const positions = findPositions(schema, list);
  const members = findPageMembers(list, listAt, collection, positions);
  const headers = findPageHeaders(list);
  if (positions.length === 0 && members.length === 0 && headers.length === 0) return undefined;
  return { size: pageSize ?? findSize(schema, list), positions, members, headers };
}
