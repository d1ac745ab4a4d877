import type { Part } from '../../openapi/contract';
import type { Breach } from '../model/breach';
import { brief } from '../model/brief';
import type { Exchange } from '../model/exchange';
import { type Known, type KnownRecord, keyOf } from '../model/known';
import { type Listing, listingOf } from '../model/listing';
import { idOf } from '../model/records';
import type { Relation } from '../model/relation';
import { differenceBreach, isHeld } from './compare';
import { readingOf } from './reading';

/** Older records are still there and unchanged after others were created. */
export const kept: Relation = {
  id: 'records.kept',
  title: 'Older records stay as they are',
  level: 'MUST',
  reportedFor: 'create',
  applies: ({ part }) => part?.role === 'create',
  clause: ({ part, operation }) => ({
    sentence: 'No operation changes or deletes a record when another is added.',
    pointer: part?.resource.operations.read?.pointer ?? operation.pointer,
  }),
  judge: (exchange, part, known) =>
    part.role === 'list' ? judgeList(exchange, part, known) : judgeRead(exchange, part, known),
};

function judgeRead(exchange: Exchange, part: Part, known: Known): readonly Breach[] | undefined {
  const reading = readingOf(exchange, part, known);
  // The first read of a created record is judged by created.readable.
  if (reading === undefined || (reading.record.isCreated && !reading.record.shownIn.has('read'))) return undefined;
  return reading.breach === undefined ? [] : [reading.breach];
}

function judgeList(exchange: Exchange, { resource }: Part, known: Known): readonly Breach[] | undefined {
  const { credential, path } = exchange.request;
  const listing = credential === 'main' ? listingOf(exchange, resource) : undefined;
  if (listing?.isPlain !== true) return undefined;
  const { records, hosts } = known.collection(resource, path);
  const shown = new Map(listing.records.map((record) => [keyOf(idOf(record, resource)), record]));
  const judged = [...records].filter(
    ([key, one]) => isHeld(resource, one) && isOlder(one, listing) && (shown.has(key) || isOwed(one, listing)),
  );
  if (judged.length === 0) return undefined;
  for (const [key, one] of judged) {
    const record = shown.get(key);
    if (record === undefined) {
      const expected = `the record ${brief(one.id)}, which was shown before`;
      const actual = `${listing.records.length} records without it`;
      return [{ expected, actual, key: 'gone', earlier: one.first.shownBy }];
    }
    const breach = hosts.has(key) ? undefined : differenceBreach(resource, one, record, exchange);
    if (breach !== undefined && !isFilteredBy(listing, breach.name)) return [breach];
  }
  return [];
}

/** The first list that should show a created record is judged by created.listed. */
const isOlder = ({ isCreated, shownIn }: KnownRecord, { filters }: Listing): boolean =>
  !isCreated || shownIn.has(filters.length === 0 ? 'list' : 'filtered list');

/** A whole list has to show what was seen without a filter. Filtered lists are judged by list.filter. */
const isOwed = ({ shownIn }: KnownRecord, { isWhole, filters }: Listing): boolean =>
  isWhole && filters.length === 0 && (shownIn.has('list') || shownIn.has('read'));

/** Whether a difference in a property is judged by list.filter. */
const isFilteredBy = ({ filters }: Listing, name: string): boolean => filters.some(({ property }) => property === name);
