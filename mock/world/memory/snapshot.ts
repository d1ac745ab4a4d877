import { compareIds } from '../rules/id-order';
import { isSorted, sortedInPieces } from '../rules/sorted';
import type { CollectionSnapshot, Id, StoredRecord } from '../stores/records';

/** What a snapshot takes for each record, beside the record itself; while it sorts them, as much again. */
export const SNAPSHOT_BYTES = 16;

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
      const places = await placesInOrder(ids);
      for (let from = 0; from < ids.length; from += BATCH_SIZE) {
        const batch: (readonly [Id, StoredRecord])[] = [];
        const end = Math.min(from + BATCH_SIZE, ids.length);
        for (let nth = from; nth < end; nth += 1) {
          const place = places?.[nth] ?? nth;
          // Every place is within both lists.
          batch.push([ids[place] as Id, kept[place] as StoredRecord]);
        }
        yield batch;
      }
    },
  };
}

/** Undefined where they are in order, as those that count up are. */
async function placesInOrder(ids: readonly Id[]): Promise<readonly number[] | undefined> {
  if (await isSorted(ids, compareIds)) return undefined;
  // Every place is within the list.
  return sortedInPieces([...ids.keys()], (one, other) => compareIds(ids[one] as Id, ids[other] as Id));
}
