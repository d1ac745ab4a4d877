import { noDuplicates } from '../rules/relations/lists';
import type { Check } from '../steps/check';
import { longestPage } from '../steps/lists';
import { listCase } from './list-case';

export const listNoDuplicates: Check = {
  ...noDuplicates,
  cases: () => [listCase('the longest page', 1, (_, resource) => ({ query: longestPage(resource) }))],
};
