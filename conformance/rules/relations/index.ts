/**
 * Every relation, in the order in which they judge an exchange.
 *
 * To add one:
 * 1. Write a file here that exports a `Relation` (`conformance/rules/rule.ts`). It judges an exchange by what was
 *    known before it; when in doubt it does not judge.
 * 2. Add it to the list below. Test it with exchanges that no check has sent, in `conformance/judge/judge.test.ts`.
 * 3. Add a check of the same id that sends what the relation has to see (`conformance/checks/index.ts`).
 */
import type { Relation } from '../rule';
import { acceptedList } from './accepted-list';
import { order, range } from './asked';
import { echoed, listed, newId, readable } from './created';
import { expanded } from './expanded';
import { deleted, kept } from './kept';
import { defaultPageSize, filter, noDuplicates, pageSize } from './lists';
import { numbered } from './numbered';
import { pageFacts } from './page-facts';
import { statesMoves } from './states';
import { ownList, total } from './told';

export const RELATIONS: readonly Relation[] = [
  noDuplicates,
  pageSize,
  defaultPageSize,
  filter,
  range,
  order,
  total,
  pageFacts,
  expanded,
  ownList,
  echoed,
  readable,
  newId,
  numbered,
  listed,
  kept,
  deleted,
  acceptedList,
  statesMoves,
];
