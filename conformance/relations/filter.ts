import { own, type Resource } from '../../openapi/contract';
import type { Breach } from '../model/breach';
import { brief } from '../model/brief';
import { type Collection, type KnownRecord, keyOf } from '../model/known';
import { type Listing, listingOf, passes } from '../model/listing';
import { idOf, type JsonRecord } from '../model/records';
import type { Relation } from '../model/relation';
import { sameJson } from '../model/same-json';
import { isHeld } from './compare';

/** A filter leaves the records that have its value, and no others. */
export const filter: Relation = {
  id: 'list.filter',
  title: 'A filter leaves the records that have its value',
  level: 'MUST',
  reportedFor: 'list',
  applies: ({ part }) => part?.role === 'list' && part.resource.filters.length > 0,
  clause: ({ part, operation }) => ({
    sentence: 'The filter restricts the results to the records with this value.',
    pointer: part?.resource.filters[0]?.parameter.pointer ?? operation.pointer,
  }),
  judge: (exchange, { role, resource }, known) => {
    const listing = role === 'list' ? listingOf(exchange, resource) : undefined;
    if (listing?.isPlain !== true) return undefined;
    const { credential, path } = exchange.request;
    const before: Collection =
      credential === 'main' ? known.collection(resource, path) : { records: new Map(), hosts: new Set(), longest: 0 };
    if (listing.filters.length === 0) return judgeUnfiltered(listing, resource, before);
    const breach = strayIn(listing) ?? stampedIn(listing, resource, before) ?? lostFrom(listing, resource, before);
    return breach === undefined ? [] : [breach];
  },
};

/** A record that has another value than the filter's. */
function strayIn({ filters, records }: Listing): Breach | undefined {
  for (const { property, value } of filters) {
    const stray = records.find((record) => !sameJson(own(record, property), value));
    if (stray === undefined) continue;
    const expected = `records whose ${property} is ${brief(value)} and no others`;
    return { expected, actual: `one whose ${property} is ${brief(own(stray, property))}`, key: `stray ${property}` };
  }
  return undefined;
}

/** A record that has the filter's value here and had another before. */
function stampedIn({ filters, records }: Listing, resource: Resource, before: Collection): Breach | undefined {
  for (const record of records) {
    const seen = before.records.get(keyOf(idOf(record, resource)));
    if (seen === undefined || !isHeld(resource, seen) || before.hosts.has(keyOf(seen.id))) continue;
    const { first } = seen;
    const stamped = filters.find(({ property }) => !sameJson(own(first.record, property), own(record, property)));
    if (stamped === undefined) continue;
    const { property } = stamped;
    const expected = `${property}: ${brief(own(first.record, property))} of the record ${brief(seen.id)}, as it was shown before`;
    const actual = `${property}: ${brief(own(record, property))}`;
    return { expected, actual, key: `stamped ${property}`, earlier: first.shownBy };
  }
  return undefined;
}

/** A record that has the filter's value and is not in a list that shows all of them. */
function lostFrom(listing: Listing, resource: Resource, before: Collection): Breach | undefined {
  if (!listing.isWhole) return undefined;
  const lost = missingIn(listing, resource, before).find(
    (one) => passes(listing, one.first.record) && (!one.isCreated || one.shownIn.has('filtered list')),
  );
  const property = listing.filters[0]?.property ?? '';
  return lost === undefined
    ? undefined
    : {
        expected: `the record ${brief(lost.id)}, whose ${property} is ${brief(own(lost.first.record, property))}`,
        actual: `${listing.records.length} records without it`,
        key: `lost ${property}`,
        earlier: lost.first.shownBy,
      };
}

/** A record that only filtered lists have shown is in the whole list too. */
function judgeUnfiltered(listing: Listing, resource: Resource, before: Collection): readonly Breach[] | undefined {
  const shownByFilter = [...before.records.values()].filter(
    ({ shownIn }) => shownIn.size === 1 && shownIn.has('filtered list'),
  );
  if (!listing.isWhole || shownByFilter.length === 0) return undefined;
  const lost = missingIn(listing, resource, before).find((one) => shownByFilter.includes(one));
  if (lost === undefined) return [];
  return [
    {
      expected: `the record ${brief(lost.id)}, which was shown before`,
      actual: `${listing.records.length} records without it`,
      key: 'lost without a filter',
      earlier: lost.first.shownBy,
    },
  ];
}

function missingIn({ records }: Listing, resource: Resource, before: Collection): readonly KnownRecord[] {
  const shown = new Set(records.map((record: JsonRecord) => keyOf(idOf(record, resource))));
  return [...before.records].filter(([key, one]) => isHeld(resource, one) && !shown.has(key)).map(([, one]) => one);
}
