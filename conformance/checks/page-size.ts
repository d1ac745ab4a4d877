import { type Resource, validatorOf } from '../../openapi/contract';
import { isPageSize } from '../records/paging';
import { defaultPageSize, pageSize } from '../rules/relations/lists';
import type { Case, Check } from '../steps/check';
import { requestList, requestWholeList } from '../steps/lists';
import { skip } from '../verdict/verdict';
import { listCase } from './list-case';

export const listPageSize: Check = {
  ...pageSize,
  cases: ({ purpose }) => {
    if (purpose === undefined) return [];
    const { resource } = purpose;
    const { minimum, maximum, default: usual } = resource.pageSize?.schema ?? {};
    const first = sizesOf(resource, [minimum, maximum]);
    const further = sizesOf(resource, [...SMALL, ...around(usual).filter((size) => size !== usual)]).filter(
      (size) => !first.includes(size),
    );
    return [
      ...first.map((size) => pageOf(resource, size, 1)),
      ...further.map((size) => pageOf(resource, size, 2)),
      aroundAll(resource),
    ];
  },
};

/** Sizes at which servers are off by one, or compare digits in place of numbers. */
const SMALL = [1, 2, 3, 4, 5, 7, 9, 10];

const around = (size: unknown): readonly number[] => (typeof size === 'number' ? [size - 1, size, size + 1] : []);

const sizesOf = (resource: Resource, sizes: readonly unknown[]): readonly number[] => {
  const fits = validatorOf(resource.pageSize?.schema ?? {}, 'request');
  return [...new Set(sizes.filter((size) => isPageSize(resource, size)))].filter((size) => fits(size) === undefined);
};

const pageOf = (resource: Resource, size: number, tier: 1 | 2): Case =>
  listCase(`a page of ${size}`, tier, () => ({ query: { [resource.pageSize?.name ?? '']: size } }));

/** As many records as there are, and one more and less. */
const aroundAll = (resource: Resource): Case => ({
  name: 'as many records as there are, and one more and less',
  tier: 2,
  run: async (context) => {
    const { listing } = (await requestWholeList(context, resource)) ?? {};
    if (listing?.isWhole !== true) return skip('no list is short enough to show everything');
    for (const size of sizesOf(resource, around(listing.records.length)))
      await requestList(context, resource, { [resource.pageSize?.name ?? '']: size });
    return [];
  },
});

export const listDefaultPageSize: Check = {
  ...defaultPageSize,
  cases: () => [
    listCase('no page size', 1, () => ({ query: {} })),
    // By then this run has created more than a page of most defaults.
    listCase('no page size, after many creates', 3, () => ({ query: {} })),
  ],
};
