/** Every relation, in the order in which an exchange is held to them. A check of the same id sends what it needs to see. */
import type { Relation } from '../model/relation';
import { acceptedList } from './accepted-list';
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
  acceptedList,
];
