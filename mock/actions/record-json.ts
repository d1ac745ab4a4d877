import { memoized, stringifyJson } from '../../openapi/contract';
import type { StoredRecord } from '../world/stores/records';

/**
 * What a store has listed, as JSON. A stored record is replaced, never changed, and a store gives the same list again for
 * as long as nothing in it has changed. So each text is made once: with 20 records that was a third of the reply's time.
 * A text is kept for as long as its record or list is.
 */
export const jsonOf = memoized(
  (records: readonly StoredRecord[]): string => `[${records.map(jsonOfRecord).join(',')}]`,
);

const jsonOfRecord = memoized((record: StoredRecord): string => stringifyJson(record));
