import type { Relation } from '../judges/rule';
import { type Collection, type KnownRecord, keyOf } from '../records/known';
import { type Listing, mayBeLate, passes } from '../records/listing';
import { brief } from '../verdict/brief';
import { missing } from '../verdict/verdict';
import { differenceBreach } from './compare';

/** A created record is in the list, where the list shows it all. */
export const listed: Relation = {
  id: 'created.listed',
  title: 'A created record is in the list',
  level: 'MUST',
  reportedFor: 'create',
  applies: ({ purpose }) =>
    purpose?.role === 'create' &&
    purpose.resource.operations.list !== undefined &&
    purpose.resource.idProperty !== undefined,
  clause: ({ purpose, operation }) => ({
    sentence: 'The list returns the records.',
    pointer: purpose?.resource.operations.list?.pointer ?? operation.pointer,
  }),
  judge: ({ exchange, purpose: { resource }, listing, before }) => {
    if (listing?.isPlain !== true) return undefined;
    const { byKey } = listing;
    const showing = listing.filters.length === 0 ? 'list' : 'filtered list';
    // Once it was listed, it is an older record: see records.kept.
    const judged = [...before.records].filter(
      ([key, one]) =>
        one.isCreated &&
        before.there.has(key) &&
        // A change may have hidden it.
        one.shownIn.has('create') &&
        !one.shownIn.has(showing) &&
        (byKey.has(key) ||
          (listing.isWhole && !mayBeLate(one.first.shownBy, exchange) && isLeft(listing, before, one))),
    );
    if (judged.length === 0) return undefined;
    for (const [key, one] of judged) {
      const record = byKey.get(key);
      if (record === undefined) {
        const expected = `the record ${brief(one.id)} in a list that shows ${listing.records.length} and could show more`;
        const topic = missing(resource, one.id);
        return [{ expected, actual: 'a list without it', key: 'not listed', earlier: one.first.shownBy, topic }];
      }
      const breach = differenceBreach(resource, before, one, record, exchange);
      if (breach !== undefined) return [{ ...breach, key: `${breach.name} differs in the list` }];
    }
    return [];
  },
};

/** Whether the filters leave a record, as far as is known. */
const isLeft = (listing: Listing, { unchanged }: Collection, { id, first }: KnownRecord): boolean =>
  listing.filters.length === 0 || (unchanged.has(keyOf(id)) && passes(listing, first.record));
