import type { Resource } from '../../openapi/contract';
import type { Relation, Shown } from '../judges/rule';
import type { Listing } from '../records/listing';
import type { Breach } from '../verdict/rule';
import { isChangeable } from './compare';

/** No page is longer than was asked for. */
export const pageSize: Relation = {
  id: 'list.page-size',
  title: 'A page is no longer than was asked for',
  level: 'MUST',
  reportedFor: 'list',
  applies: ({ purpose }) => purpose?.role === 'list' && purpose.resource.pageSize !== undefined,
  clause: ({ purpose, operation }) => ({
    sentence: 'The page size is the maximum number of records returned.',
    pointer: purpose?.resource.pageSize?.pointer ?? operation.pointer,
  }),
  judge: (shown) => (shown.listing?.isDefaultSize === false ? judgeSize(shown, shown.listing) : undefined),
};

/** Without a page size, the page is no longer than the default. */
export const defaultPageSize: Relation = {
  id: 'list.default-page-size',
  title: 'Without a page size the default holds',
  level: 'MUST',
  reportedFor: 'list',
  applies: ({ purpose }) => purpose?.role === 'list' && typeof purpose.resource.pageSize?.schema.default === 'number',
  clause: ({ purpose, operation }) => ({
    sentence: 'The page size has a default.',
    pointer: purpose?.resource.pageSize?.pointer ?? operation.pointer,
  }),
  judge: (shown) =>
    shown.listing?.isDefaultSize === true && shown.listing.isPlainlyAsked ? judgeSize(shown, shown.listing) : undefined,
};

function judgeSize({ purpose: { resource }, before }: Shown, listing: Listing): readonly Breach[] | undefined {
  const { size, records, isCut } = listing;
  if (size === undefined) return undefined;
  const actual = `${records.length} records${isCut ? ', and more' : ''}`;
  if (records.length > size) return [{ expected: `at most ${size} records`, actual, key: 'long page' }];
  if (isCut) return undefined;
  // One list has shown more, so there are enough records to fill this page.
  const there = Math.min(size, before.longest);
  if (records.length >= there || !hasAll(listing, resource)) return [];
  const expected = `${there} records, since one list has shown ${before.longest}`;
  return [{ expected, actual, key: 'short page' }];
}

/** Whether the list has to be as long as longer ones were: it has no filter, and no operation removes or hides a record. */
const hasAll = ({ isPlain, filters }: Listing, resource: Resource): boolean =>
  isPlain && filters.length === 0 && !isChangeable(resource);
