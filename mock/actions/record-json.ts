import { stringifyJson } from '../../openapi/contract';
import type { StoredRecord } from '../world/stores/records';

const ofRecords = new WeakMap<StoredRecord, string>();
const ofLists = new WeakMap<readonly StoredRecord[], string>();

/**
 * What a store has listed, as JSON. A stored record is replaced, never changed, and a store gives the same list again for
 * as long as nothing in it has changed. So each text is made once: with 20 records that was a third of the reply's time.
 * A text is kept for as long as its record or list is.
 */
export function jsonOf(records: readonly StoredRecord[]): string {
  return remembered(ofLists, records, () => `[${records.map(jsonOfRecord).join(',')}]`);
}

const jsonOfRecord = (record: StoredRecord): string => remembered(ofRecords, record, () => stringifyJson(record));

function remembered<Key extends object>(texts: WeakMap<Key, string>, key: Key, write: () => string): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = write();
  texts.set(key, text);
  return text;
}
