import type { Resource } from '../../openapi/contract';
import { idOf } from '../resources/record';
import { sortedInPieces } from '../world/rules/sorted';
import type { Id, PageBegin, RecordPage, StoredRecord } from '../world/stores/records';

/** A page of records in another order than that of their ids. What begins after a record that is gone is empty. */
export async function sortedPage(
  { idProperty }: Resource,
  records: readonly StoredRecord[],
  order: (one: StoredRecord, other: StoredRecord) => number,
  begin: PageBegin,
  most: number,
): Promise<RecordPage> {
  const sorted = await sortedInPieces(records, order);
  const idAt = (record: StoredRecord | undefined): Id | undefined =>
    record === undefined || idProperty === undefined ? undefined : idOf(record, idProperty);
  const placeOf = (id: Id): number => {
    const place = sorted.findIndex((record) => idAt(record) === id);
    return place < 0 ? sorted.length : place;
  };
  const total = sorted.length;
  const end = 'before' in begin ? placeOf(begin.before) : total;
  const from =
    'before' in begin
      ? Math.max(0, end - most)
      : Math.min(total, 'skip' in begin ? begin.skip : placeOf(begin.after) + 1);
  const page = sorted.slice(from, Math.min(end, from + most));
  return { records: page, firstId: idAt(page[0]), lastId: idAt(page.at(-1)), skipped: from, total };
}
