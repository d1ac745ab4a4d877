import type { Resource } from '../../openapi/contract';
import type { Breach } from '../model/breach';
import type { Exchange } from '../model/exchange';
import type { Known } from '../model/known';
import { type Listing, listingOf } from '../model/listing';
import type { Relation } from '../model/relation';

/** No page is longer than was asked for. */
export const pageSize: Relation = {
  id: 'list.page-size',
  title: 'A page is no longer than was asked for',
  level: 'MUST',
  reportedFor: 'list',
  applies: ({ part }) => part?.role === 'list' && part.resource.pageSize !== undefined,
  clause: ({ part, operation }) => ({
    sentence: 'The page size is the maximum number of records returned.',
    pointer: part?.resource.pageSize?.pointer ?? operation.pointer,
  }),
  judge: (exchange, { role, resource }, known) => {
    const listing = role === 'list' ? listingOf(exchange, resource) : undefined;
    return listing === undefined || listing.isDefaultSize ? undefined : judgeSize(listing, exchange, resource, known);
  },
};

/** Without a page size, the page is no longer than the default. */
export const defaultPageSize: Relation = {
  id: 'list.default-page-size',
  title: 'Without a page size the default holds',
  level: 'MUST',
  reportedFor: 'list',
  applies: ({ part }) => part?.role === 'list' && typeof part.resource.pageSize?.schema.default === 'number',
  clause: ({ part, operation }) => ({
    sentence: 'The page size has a default.',
    pointer: part?.resource.pageSize?.pointer ?? operation.pointer,
  }),
  judge: (exchange, { role, resource }, known) => {
    const listing = role === 'list' ? listingOf(exchange, resource) : undefined;
    return listing?.isDefaultSize === true && listing.isPlain
      ? judgeSize(listing, exchange, resource, known)
      : undefined;
  },
};

function judgeSize(
  listing: Listing,
  { request }: Exchange,
  resource: Resource,
  known: Known,
): readonly Breach[] | undefined {
  const { size, records } = listing;
  if (size === undefined) return undefined;
  const actual = `${records.length} records`;
  if (records.length > size) return [{ expected: `at most ${size} records`, actual, key: 'long page' }];
  if (request.credential !== 'main' || !hasAll(listing, resource)) return [];
  // One list has shown more, so there are enough records to fill this page.
  const { longest } = known.collection(resource, request.path);
  const there = Math.min(size, longest);
  if (records.length >= there) return [];
  const expected = `${there} records, since one list has shown ${longest}`;
  return [{ expected, actual, key: 'short page' }];
}

/** Whether the list has to be as long as longer ones were: it has no filter, and no record can have been deleted. */
const hasAll = ({ isPlain, filters }: Listing, { operations }: Resource): boolean =>
  isPlain && filters.length === 0 && operations.delete === undefined;
