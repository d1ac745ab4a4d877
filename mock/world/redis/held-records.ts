import type { RecordStore } from '../stores/records';
import type { RecordChanges } from './record-changes';
import type { RecordIds } from './record-ids';

/** A record store some of whose steps take a round trip less where something was asked for before. */
export type PreparingRecords = Omit<RecordStore, keyof RecordChanges> & RecordChanges & RecordIds;

/**
 * The same records, for a request that may yet be refused: what a step needs is asked for together with the permission, and
 * what it changes comes after that. So each of these steps takes one round trip more than the permission, if nobody else
 * changes the same record.
 */
export function heldRecords(records: PreparingRecords, permission: Promise<void>): RecordStore {
  return {
    ...records,
    async insert(collection, ids, build) {
      const reserved = await records.reserve(collection, ids);
      try {
        await permission;
      } catch (error) {
        // Nobody waits for it: whoever reserves the next one asks after this.
        reserved.release().catch(() => {});
        throw error;
      }
      return records.insert(collection, ids, build, reserved);
    },
    async add(...record) {
      await permission;
      return records.add(...record);
    },
    async put(...record) {
      await permission;
      return records.put(...record);
    },
    async getOrAdd(collection, id, make, conditions) {
      const found = await records.get(collection, id, conditions);
      const made = found === undefined ? make() : undefined;
      if (made === undefined) return found;
      await permission;
      return records.getOrAdd(collection, id, () => made, conditions);
    },
    async update(collection, id, change, conditions, known) {
      const before = known ?? (await records.get(collection, id));
      await permission;
      return before && records.update(collection, id, change, conditions, before);
    },
    async delete(collection, id, conditions, known) {
      const before = known ?? (await records.get(collection, id));
      await permission;
      return before && records.delete(collection, id, conditions, before);
    },
    heldUntil(other) {
      const both = Promise.all([permission, other]).then(() => undefined);
      // Whoever changes something hears of it.
      both.catch(() => {});
      return heldRecords(records, both);
    },
  };
}
