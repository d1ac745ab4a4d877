import type { Id, RecordStore, StoredRecord } from '../stores/records';

/** Stores a record under an id of the test's choice, in place of any that has it. No deleted record may have had it. */
export async function putRecord(
  store: RecordStore,
  collection: string,
  id: Id,
  record: StoredRecord,
): Promise<StoredRecord> {
  const replaced = await store.update(collection, id, () => record);
  return replaced ?? store.insert(collection, { kind: 'made', make: () => id }, () => record);
}
