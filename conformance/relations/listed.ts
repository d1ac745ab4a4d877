import { brief } from '../model/brief';
import { passes } from '../model/listing';
import type { Relation } from '../model/relation';
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
  judge: ({ exchange, purpose: { resource }, listing, before: { records, hosts } }) => {
    if (listing?.isPlain !== true) return undefined;
    const { byKey } = listing;
    const showing = listing.filters.length === 0 ? 'list' : 'filtered list';
    // Once it was listed, it is an older record: see records.kept.
    const judged = [...records].filter(
      ([key, one]) =>
        one.isCreated &&
        // A change may have hidden it.
        one.shownIn.has('create') &&
        !one.shownIn.has(showing) &&
        (byKey.has(key) || (listing.isWhole && passes(listing, one.first.record))),
    );
    if (judged.length === 0) return undefined;
    for (const [key, one] of judged) {
      const record = byKey.get(key);
      if (record === undefined) {
        const expected = `the record ${brief(one.id)} in a list that shows ${listing.records.length} and could show more`;
        return [{ expected, actual: 'a list without it', key: 'not listed', earlier: one.first.shownBy }];
      }
      const breach = hosts.has(key) ? undefined : differenceBreach(resource, one, record, exchange);
      if (breach !== undefined) return [{ ...breach, key: `${breach.name} differs in the list` }];
    }
    return [];
  },
};
