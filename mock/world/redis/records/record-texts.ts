import { parseJson, stringifyJson } from '../../../../openapi/contract';
import type { StoredRecord } from '../../stores/records';

const MIB = 2 ** 20;
/** The most characters of records, and of lists, whose values are remembered. */
const RECORDS = 16 * MIB;
const LISTS = 8 * MIB;

/**
 * Records, and their texts in Redis. What was read lately is given again as the same object, so that what others remember of
 * it holds on, such as its text in a reply.
 */
export interface RecordTexts {
  recordOf(text: string): StoredRecord;
  /** @param texts divided by line feeds, which no text of a record has; empty where there is none */
  recordsOf(texts: string): readonly StoredRecord[];
  /** The same, and the same list again for the same texts. */
  listOf(texts: string): readonly StoredRecord[];
  /** The text of a record. Of one that came from Redis the one that it has there. */
  textOf(record: StoredRecord): string;
}

export function createRecordTexts(): RecordTexts {
  const texts = new WeakMap<StoredRecord, string>();
  const recordOf = recent(RECORDS, (text): StoredRecord => {
    // Nothing but texts of records is stored.
    const record = parseJson(text) as StoredRecord;
    texts.set(record, text);
    return record;
  });
  const recordsOf = (all: string): readonly StoredRecord[] => (all === '' ? [] : all.split('\n').map(recordOf));
  return {
    recordOf,
    recordsOf,
    listOf: recent(LISTS, recordsOf),
    textOf: (record) => texts.get(record) ?? stringifyJson(record),
  };
}

/** Works a value out for each text, and remembers those that were asked for lately: as many as have so many characters. */
function recent<Value>(mostLength: number, make: (text: string) => Value): (text: string) => Value {
  // Values go from the old table to the young one; when that has half of all, what only the old one has is forgotten.
  let old = new Map<string, Value>();
  let young = new Map<string, Value>();
  let length = 0;
  return (text) => {
    const known = young.get(text);
    if (known !== undefined) return known;
    const value = old.get(text) ?? make(text);
    const size = PLACE + text.length;
    if (size > mostLength / 2) return value;
    if (length + size > mostLength / 2) {
      old = young;
      young = new Map();
      length = 0;
    }
    young.set(text, value);
    length += size;
    return value;
  };
}

/** What a text takes beside its characters. */
const PLACE = 80;
