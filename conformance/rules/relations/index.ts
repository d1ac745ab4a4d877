/**
 * Every relation, in the order in which they judge an exchange.
 *
 * To add one: 1. a file here that exports a `Relation`; 2. a line in this list; 3. a check of the same id that sends
 * what the relation has to see (see `conformance/checks/index.ts`).
 */
import type { Relation } from '../rule';
import { acceptedList } from './accepted-list';
import { echoed, listed, newId, readable } from './created';
import { deleted, kept } from './kept';
import { defaultPageSize, filter, noDuplicates, pageSize } from './lists';

export const RELATIONS: readonly Relation[] = [
  noDuplicates,
  pageSize,
  defaultPageSize,
  filter,
  echoed,
  readable,
  newId,
  listed,
  kept,
  deleted,
  acceptedList,
];
