import { compareIds } from '../rules/id-order';
import type { Id, PageBegin } from '../stores/records';
import { placeOf } from './sorted-ids';

/** The places of a list where a page begins, and where it has ended. */
export function boundsOf(
  ids: readonly Id[],
  begin: PageBegin,
  most: number,
): { readonly from: number; readonly to: number } {
  if ('before' in begin) {
    const to = placeOf(ids, begin.before);
    return { from: Math.max(0, to - most), to };
  }
  const from = 'skip' in begin ? Math.min(begin.skip, ids.length) : placeAfter(ids, begin.after);
  return { from, to: from + most };
}

function placeAfter(ids: readonly Id[], id: Id): number {
  const place = placeOf(ids, id);
  const next = ids[place];
  return next !== undefined && compareIds(next, id) === 0 ? place + 1 : place;
}
