import { own, type Resource } from '../../../openapi/contract';
import { placeOf } from '../../exchange/place';
import { isAskedBy, type Listing, passes } from '../../records/lists/listing';
import { mayBeShort, usualSizeOf } from '../../records/lists/paging';
import { type Collection, idOf, type KnownRecord, keyOf } from '../../records/records';
import { brief } from '../../verdict/brief';
import type { Breach } from '../../verdict/verdict';
import { differing, missing } from '../../verdict/verdict';
import type { Relation, Shown } from '../rule';
import { differenceOf, isChangeable, isHeld, isJustChanged, keepsFiltered, missingIn, namesIn } from './compare';
import { heldOf } from './held';

/** No record comes twice in a list. */
export const noDuplicates: Relation = {
  id: 'list.no-duplicates',
  title: 'No record is listed twice',
  level: 'MUST',
  reportedFor: 'list',
  applies: ({ purpose }) => purpose?.role === 'list' && purpose.resource.idProperty !== undefined,
  clause: ({ operation }) => ({
    sentence: 'The list returns the records, each with a unique identifier.',
    pointer: operation.pointer,
  }),
  judge: ({ listing, purpose: { resource } }) => {
    if (listing === undefined) return undefined;
    const ids = listing.records.map((record) => idOf(record, resource)).filter((id) => id !== undefined);
    const seen = new Set<unknown>();
    const twice = ids.find((id) => seen.size === seen.add(id).size);
    return twice === undefined
      ? []
      : [{ expected: 'each record once', actual: `the id ${brief(twice)} twice`, key: 'twice' }];
  },
};

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
  applies: ({ purpose }) => purpose?.role === 'list' && usualSizeOf(purpose.resource) !== undefined,
  clause: ({ purpose, operation }) => ({
    sentence: 'The page size has a default.',
    pointer: purpose?.resource.pageSize?.pointer ?? operation.pointer,
  }),
  judge: (shown) =>
    shown.listing?.isDefaultSize === true && shown.listing.isPlainlyAsked ? judgeSize(shown, shown.listing) : undefined,
};

function judgeSize(
  { exchange, purpose: { resource }, before }: Shown,
  listing: Listing,
): readonly Breach[] | undefined {
  const { size, records, isCut } = listing;
  if (size === undefined) return undefined;
  const actual = `${records.length} records${isCut ? ', and more' : ''}`;
  if (records.length > size) return [{ expected: `at most ${size} records`, actual, key: 'long page' }];
  if (isCut) return undefined;
  // One list has shown more, so there are enough records to fill this page.
  const there = Math.min(size, before.longest);
  if (records.length >= there || !hasAll(listing, resource) || mayBeShort(exchange, resource)) return [];
  const expected = `${there} records, since one list has shown ${before.longest}`;
  return [{ expected, actual, key: 'short page' }];
}

/** Whether the list has to be as long as longer ones were: it has no filter, and no operation removes or hides a record. */
const hasAll = ({ isPlain, filters }: Listing, resource: Resource): boolean =>
  isPlain && filters.length === 0 && !isChangeable(resource);

/** A filter leaves the records that have its value, and no others. */
export const filter: Relation = {
  id: 'list.filter',
  title: 'A filter leaves the records that have its value',
  level: 'MUST',
  reportedFor: 'list',
  applies: ({ purpose }) => purpose?.role === 'list' && purpose.resource.filters.length > 0,
  clause: ({ purpose, operation }) => ({
    sentence: 'The filter restricts the results to the records with this value.',
    pointer: purpose?.resource.filters[0]?.parameter.pointer ?? operation.pointer,
  }),
  judge: (shown) => {
    const { listing, before } = shown;
    const { resource } = shown.purpose;
    if (listing === undefined) return undefined;
    if (!listing.isPlain) {
      // With a range, an order or another page a filter leaves no others either.
      if (!listing.isUnderstood || !listing.isFirstPage || listing.filters.length === 0) return undefined;
      const stray = strayIn(listing, shown);
      return stray === undefined ? [] : [stray];
    }
    if (listing.filters.length === 0) return judgeUnfiltered(listing, resource, before);
    const breach = strayIn(listing, shown) ?? stampedIn(listing, shown) ?? lostFrom(listing, resource, before);
    return breach === undefined ? [] : [breach];
  },
};

/** A record that has another value than the filter's. */
function strayIn({ filters, records }: Listing, { exchange, purpose }: Shown): Breach | undefined {
  const named = namesIn(exchange, purpose.resource);
  for (const filter of filters.filter((one) => named.has(one.property))) {
    const { property, value } = filter;
    const stray = records.find((record) => !isAskedBy(filter, own(record, property)));
    if (stray === undefined) continue;
    const expected = `records whose ${property} is ${brief(value)} and no others`;
    const actual = `one whose ${property} is ${brief(own(stray, property))}`;
    const at = placeOf(exchange, stray, property);
    return { expected, actual, at, key: `stray ${property}`, topic: { member: property } };
  }
  return undefined;
}

/** A record that has the filter's value here and had another before. */
function stampedIn({ filters, byKey }: Listing, { exchange, purpose, before }: Shown): Breach | undefined {
  const { resource } = purpose;
  for (const [key, record] of byKey) {
    const seen = before.records.get(key);
    if (seen === undefined || !isHeld(resource, before, seen) || !before.unchanged.has(key)) continue;
    if (isJustChanged(seen, exchange)) continue;
    const { first, sent } = seen;
    const names = filters.map(({ property }) => property);
    const stamped = differenceOf(resource, first, { record, shownBy: exchange }, heldOf(resource, sent, before), names);
    if (stamped === undefined) continue;
    const { name, before: was, now } = stamped;
    const expected = `${name}: ${brief(was)} of the record ${brief(seen.id)}, as it was shown before`;
    const topic = differing(resource, seen.id, name, brief(now));
    const at = placeOf(exchange, record, name);
    return { expected, actual: `${name}: ${brief(now)}`, at, key: `stamped ${name}`, earlier: first.shownBy, topic };
  }
  return undefined;
}

/** A record that has the filter's value and is not in a list that shows all of them. */
function lostFrom(listing: Listing, resource: Resource, before: Collection): Breach | undefined {
  if (!listing.isWhole) return undefined;
  const lost = missingIn(listing, resource, before).find(
    (one) =>
      before.unchanged.has(keyOf(one.id)) &&
      passes(listing, one.first.record) &&
      keepsFiltered(listing, resource, before, one) &&
      (!one.isCreated || one.shownIn.has('filtered list')),
  );
  const property = listing.filters[0]?.property ?? '';
  return lost === undefined
    ? undefined
    : {
        expected: `the record ${brief(lost.id)}, whose ${property} is ${brief(own(lost.first.record, property))}`,
        actual: `${listing.records.length} records without it`,
        key: `lost ${property}`,
        earlier: lost.first.shownBy,
        topic: missing(resource, lost.id),
      };
}

/** A record that only filtered lists have shown is in the whole list too. */
function judgeUnfiltered(listing: Listing, resource: Resource, before: Collection): readonly Breach[] | undefined {
  if (!listing.isWhole || ![...before.records.values()].some(isShownByFilter)) return undefined;
  const lost = missingIn(listing, resource, before).find(isShownByFilter);
  if (lost === undefined) return [];
  return [
    {
      expected: `the record ${brief(lost.id)}, which was shown before`,
      actual: `${listing.records.length} records without it`,
      key: 'lost without a filter',
      earlier: lost.first.shownBy,
      topic: missing(resource, lost.id),
    },
  ];
}

const isShownByFilter = ({ shownIn }: KnownRecord): boolean => shownIn.size === 1 && shownIn.has('filtered list');
