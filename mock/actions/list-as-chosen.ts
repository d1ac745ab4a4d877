import type { Resource } from '../../openapi/contract';
import { idOf } from '../resources/record';
import { sortedInPieces } from '../world/rules/sorted';
import type { Birth } from '../world/stores/births';
import type { Condition, Id, PageBegin, Records, StoredRecord } from '../world/stores/records';
import { ORDERS } from './list-order';
import type { TaskChoices } from './model';

/** What a list reads. */
type Listed = Pick<Records, 'list' | 'page'>;

/**
 * The records of a resource as its lists show them: in the order that somebody has chosen, and new ones only after a while.
 * Each list reads all records that meet its conditions. Records that show no id stay as they are, since nobody could tell.
 */
export function listedAsChosen(choices: TaskChoices, { idProperty }: Resource, records: Records): Listed {
  const order = choices.of('list.order');
  const isLate = choices.of('reads') === 'late';
  if (idProperty === undefined || (order === 'by-id' && !isLate)) return records;
  const idIn = (record: StoredRecord): Id => idOf(record, idProperty) ?? '';
  const needsBirths = isLate || order === 'newest-first';

  const inOrder = async (collection: string, conditions: readonly Condition[]) => {
    const found = await records.list(collection, conditions, Number.POSITIVE_INFINITY);
    // Noted before its record is stored, and so read after that.
    const births: readonly Birth[] = needsBirths ? await choices.births.of(collection) : [];
    const compare = ORDERS[order](births, choices.seed);
    const hidden = new Set<Id>();
    for (const { id, isHidden } of isLate ? births : []) {
      if (isHidden) hidden.add(id);
      else hidden.delete(id);
    }
    const shown = hidden.size === 0 ? found : found.filter((record) => !hidden.has(idIn(record)));
    const all = await sortedInPieces(shown, (one, other) => compare(idIn(one), idIn(other)));
    return { all, compare };
  };

  return {
    list: async (collection, conditions, limit) => (await inOrder(collection, conditions)).all.slice(0, limit),
    async page(collection, conditions, begin, most) {
      const { all, compare } = await inOrder(collection, conditions);
      const { from, to } = boundsIn(all.length, begin, most, (id, isAfter) => {
        const place = all.findIndex((record) => compare(idIn(record), id) >= (isAfter ? 1 : 0));
        return place < 0 ? all.length : place;
      });
      const page = all.slice(from, to);
      const [first, last] = [page[0], page.at(-1)];
      return {
        records: page,
        firstId: first && idIn(first),
        lastId: last && idIn(last),
        skipped: from,
        total: all.length,
      };
    },
  };
}

/** @param placeOf the place of the first record that comes after one of this id or, unless `isAfter`, is it */
function boundsIn(
  count: number,
  begin: PageBegin,
  most: number,
  placeOf: (id: Id, isAfter: boolean) => number,
): { readonly from: number; readonly to: number } {
  if ('before' in begin) {
    const to = placeOf(begin.before, false);
    return { from: Math.max(0, to - most), to };
  }
  const from = 'skip' in begin ? Math.min(begin.skip, count) : placeOf(begin.after, true);
  return { from, to: from + most };
}
