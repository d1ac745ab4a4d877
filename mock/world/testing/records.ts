import type { Id, RecordStore, StoredRecord } from '../stores/records';

/** Stores a record under an id of the test's choice, in place of any that has it. */
export async function putRecord(
  store: RecordStore,
  collection: string,
  id: Id,
  record: StoredRecord,
): Promise<StoredRecord> {
  if (!(await store.add(collection, id, record))) await store.update(collection, id, () => record);
  return record;
}
