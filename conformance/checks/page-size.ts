import type { Check } from '../model/check';
import { isPageSize } from '../model/page-size';
import { defaultPageSize, pageSize } from '../relations/page-size';
import { listCase } from './list-case';

export const listPageSize: Check = {
  ...pageSize,
  cases: ({ purpose }) => {
    if (purpose === undefined) return [];
    const { minimum, maximum } = purpose.resource.pageSize?.schema ?? {};
    const sizes = [minimum, 2, 7, maximum].filter((size) => isPageSize(purpose.resource, size));
    return [...new Set(sizes)].map((size, index, all) =>
      listCase(`a page of ${size}`, index === 0 || index === all.length - 1 ? 1 : 2, (_, resource) => ({
        query: { [resource.pageSize?.name ?? '']: size },
      })),
    );
  },
};

export const listDefaultPageSize: Check = {
  ...defaultPageSize,
  cases: () => [
    listCase('no page size', 1, () => ({ query: {} })),
    // By then this run has created more than a page of most defaults.
    listCase('no page size, after many creates', 3, () => ({ query: {} })),
  ],
};
