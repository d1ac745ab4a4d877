import { memoizedTexts, stringifyJson } from '../../openapi/contract';
import type { StoredRecord } from '../world/stores/records';

const MIB = 2 ** 20;
/** The most characters of lists, and of records, that are remembered. */
const LISTS = 8 * MIB;
const RECORDS = 16 * MIB;
/** The most bytes that these texts take: two for each character. */
export const MOST_TEXT_BYTES = 2 * (LISTS + RECORDS);

/**
 * What a store has listed, as JSON. A stored record is replaced, never changed, and a store gives the same list again for
 * as long as nothing in it has changed. So each text is made once, unless there are too many of them: with 20 records that
 * was a third of the reply's time.
 */
export const jsonOf = memoizedTexts(
  LISTS,
  (records: readonly StoredRecord[]): string => `[${records.map(jsonOfRecord).join(',')}]`,
);

const jsonOfRecord = memoizedTexts(RECORDS, (record: StoredRecord): string => stringifyJson(record));
