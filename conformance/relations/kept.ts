import type { Relation, Shown } from '../judges/rule';
import type { KnownRecord } from '../records/known';
import type { Listing } from '../records/listing';
import { brief } from '../verdict/brief';
import type { Breach } from '../verdict/rule';
import { missing } from '../verdict/verdict';
import { differenceBreach, isHeld, missingIn } from './compare';
import { readingOf } from './reading';

/** Older records are still there and unchanged after others were created. */
export const kept: Relation = {
  id: 'records.kept',
  title: 'Older records stay as they are',
  level: 'MUST',
  reportedFor: 'create',
  applies: ({ purpose }) => purpose?.role === 'create',
  clause: ({ purpose, operation }) => ({
    sentence: 'No operation changes or deletes a record when another is added.',
    pointer: purpose?.resource.operations.read?.pointer ?? operation.pointer,
  }),
  judge: (shown) =>
    (shown.listing === undefined ? judgeRead(shown) : judgeList(shown, shown.listing))?.map((breach) => ({
      ...breach,
      isDoneBetween: true,
    })),
};

function judgeRead(shown: Shown): readonly Breach[] | undefined {
  const reading = readingOf(shown);
  // The first read of a created record is judged by created.readable.
  if (reading === undefined || (reading.record.isCreated && !reading.record.shownIn.has('read'))) return undefined;
  return reading.breach === undefined ? [] : [reading.breach];
}

function judgeList({ exchange, purpose, before }: Shown, listing: Listing): readonly Breach[] | undefined {
  if (!listing.isPlain) return undefined;
  const { resource } = purpose;
  let isJudged = false;
  for (const [key, record] of listing.byKey) {
    const one = before.records.get(key);
    if (one === undefined || !isHeld(resource, before, one) || !isOlder(one, listing)) continue;
    isJudged = true;
    const breach = differenceBreach(resource, before, one, record, exchange);
    if (breach !== undefined && !isFilteredBy(listing, breach.name)) return [breach];
  }
  const gone = listing.isWhole ? missingIn(listing, resource, before).find((one) => isOwed(one, listing)) : undefined;
  if (gone === undefined) return isJudged ? [] : undefined;
  const expected = `the record ${brief(gone.id)}, which was shown before`;
  const actual = `${listing.records.length} records without it`;
  return [{ expected, actual, key: 'gone', earlier: gone.first.shownBy, topic: missing(resource, gone.id) }];
}

/** The first list that should show a created record is judged by created.listed. */
const isOlder = ({ isCreated, shownIn }: KnownRecord, { filters }: Listing): boolean =>
  !isCreated || shownIn.has(filters.length === 0 ? 'list' : 'filtered list');

/** A whole list has to show what a list without a filter has shown. Filtered lists are judged by list.filter. */
const isOwed = (one: KnownRecord, listing: Listing): boolean =>
  isOlder(one, listing) && listing.filters.length === 0 && one.shownIn.has('list');

/** Whether a difference in a property is judged by list.filter. */
const isFilteredBy = ({ filters }: Listing, name: string): boolean => filters.some(({ property }) => property === name);
