/**
 * Every relation, in the order in which they judge an exchange.
 *
 * To add one: 1. a file here that exports a `Relation`; 2. a line in this list; 3. a check of the same id that sends
 * what the relation has to see (see `conformance/checks/index.ts`).
 */
import type { Relation } from '../judges/rule';
import { acceptedList } from './accepted-list';
import { deleted } from './deleted';
import { echoed } from './echoed';
import { filter } from './filter';
import { kept } from './kept';
import { listed } from './listed';
import { newId } from './new-id';
import { noDuplicates } from './no-duplicates';
import { defaultPageSize, pageSize } from './page-size';
import { readable } from './readable';

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
