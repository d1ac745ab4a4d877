import { compareIds } from '../rules/id-order';
import { sortedInPieces } from '../rules/sorted';
import type { CollectionSnapshot, Id, StoredRecord } from '../stores/records';

/** As large as a batch of all other reading. */
const BATCH_SIZE = 500;

/**
 * What a collection holds now. Two lists are copied at once, which takes 10 ms for a million records; everything else
 * waits until somebody reads.
 */
export function snapshotOf(name: string, records: ReadonlyMap<Id, StoredRecord>): CollectionSnapshot {
  const ids = Array.from(records.keys());
  const kept = Array.from(records.values());
  return {
    name,
    count: ids.length,
    async *batches() {
      const places = await sortedInPieces(
        ids.map((_, place) => place),
        // Both places are within the list.
        (one, other) => compareIds(ids[one] as Id, ids[other] as Id),
      );
      for (let from = 0; from < places.length; from += BATCH_SIZE) {
        yield places
          .slice(from, from + BATCH_SIZE)
          .map((place) => [ids[place] as Id, kept[place] as StoredRecord] as const);
      }
    },
  };
}
