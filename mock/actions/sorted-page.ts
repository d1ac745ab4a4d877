import { own, type Resource } from '../../openapi/contract';
import { idOf } from '../resources/record';
import { compareIds } from '../world/rules/id-order';
import { sortedInPieces } from '../world/rules/sorted';
import type { Id, StoredRecord } from '../world/stores/records';
import type { Begin, SortedBy } from './page-cursor';
import type { FoundPage } from './page-facts';
import type { Order } from './sort-terms';

/**
 * A page of records in another order than that of their ids. Where the record is gone that it is to begin after, it begins
 * where that would be, as far as the request says by which values; else it is empty.
 */
export async function sortedPage(
  { idProperty }: Resource,
  records: readonly StoredRecord[],
  { comparing, properties }: Order,
  begin: Begin,
  most: number,
): Promise<FoundPage> {
  const compare = comparing(records);
  const sorted = await sortedInPieces(records, compare);
  const idAt = (record: StoredRecord | undefined): Id | undefined =>
    record === undefined || idProperty === undefined ? undefined : idOf(record, idProperty);
  const valuesOf = (record: StoredRecord | undefined): SortedBy | undefined =>
    record &&
    Object.fromEntries(properties.flatMap((name) => (Object.hasOwn(record, name) ? [[name, own(record, name)]] : [])));
  /** How many records come before one, and whether that is there. */
  const placeOf = (id: Id): { readonly before: number; readonly isThere: boolean } => {
    const place = sorted.findIndex((record) => idAt(record) === id);
    const { sortedBy } = begin;
    if (place >= 0) return { before: place, isThere: true };
    const next = sortedBy === undefined ? -1 : sorted.findIndex((record) => comesAfter(record, id, sortedBy));
    return { before: next < 0 ? sorted.length : next, isThere: false };
  };
  const comesAfter = (record: StoredRecord, id: Id, sortedBy: SortedBy): boolean => {
    const order = compare(record, sortedBy);
    return order > 0 || (order === 0 && compareIds(idAt(record) ?? id, id) > 0);
  };
  const after = (id: Id): number => {
    const { before, isThere } = placeOf(id);
    return isThere ? before + 1 : before;
  };
  const total = sorted.length;
  const end = 'before' in begin ? placeOf(begin.before).before : total;
  const from =
    'before' in begin ? Math.max(0, end - most) : Math.min(total, 'skip' in begin ? begin.skip : after(begin.after));
  const page = sorted.slice(from, Math.min(end, from + most));
  const [first, last] = [page[0], page.at(-1)];
  const ids = { firstId: idAt(first), lastId: idAt(last) };
  return { records: page, ...ids, firstBy: valuesOf(first), lastBy: valuesOf(last), skipped: from, total };
}
