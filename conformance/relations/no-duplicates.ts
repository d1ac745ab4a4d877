import type { Relation } from '../judges/rule';
import { idOf } from '../records/records';
import { brief } from '../verdict/brief';

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
