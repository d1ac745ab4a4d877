import type { Check } from '../model/check';
import { noDuplicates } from '../relations/no-duplicates';
import { listCase, longestPage } from '../steps/request-list';

export const listNoDuplicates: Check = {
  ...noDuplicates,
  cases: () => [listCase('the longest page', 1, (_, resource) => ({ query: longestPage(resource) }))],
};
