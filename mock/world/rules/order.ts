import { own, stringifyJson } from '../../../openapi/contract';
import type { Condition, Id, PageBegin, StoredRecord, Value } from '../stores/records';
import { createPauses } from './pauses';

/** Numbers and bigints are in the order of their values; texts come after them, in the order of UTF-16 units. */
export function compareIds(a: Id, b: Id): number {
  if (typeof a === 'string' || typeof b === 'string') {
    if (typeof a !== typeof b) return typeof a === 'string' ? 1 : -1;
  }
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Whether a record has one of the values that a condition asks for. */
export function createConditionTest({ property, anyOf }: Condition): (record: StoredRecord) => boolean {
  const wanted = new Set(anyOf.map((value) => keyOf([value])));
  return (record) => wanted.has(keyOf([own(record, property)]));
}

/** Whether a record meets every one of these conditions. */
export const meets = (record: StoredRecord, conditions: readonly Condition[]): boolean =>
  conditions.every((condition) => createConditionTest(condition)(record));

/** The same text for equal values only: 1, "1" and [1] differ. A number and a bigint are never equal (see `exactInteger`). */
export function keyOf(values: readonly Value[]): string {
  return values.map(textOf).join(',');
}

export const textOf = (value: Value): string =>
  value === undefined ? '' : typeof value === 'bigint' ? String(value) : stringifyJson(value);

/** So many are sorted at once. */
const RUN = 4096;

/**
 * The same in ascending order, by merging short runs that are sorted at once, with pauses for other work. Equal ones keep
 * their order.
 */
export async function sortedInPieces<T>(
  unsorted: readonly T[],
  compare: (a: T, b: T) => number,
): Promise<readonly T[]> {
  let sorted: readonly T[] = unsorted;
  if (await isSorted(sorted, compare)) return sorted;
  const runs: T[] = [];
  const rest = createPauses();
  for (let from = 0; from < unsorted.length; from += RUN) {
    for (const one of unsorted.slice(from, from + RUN).sort(compare)) runs.push(one);
    await rest();
  }
  sorted = runs;
  for (let width = RUN; width < sorted.length; width *= 2) sorted = await mergedRuns(sorted, width, compare);
  return sorted;
}

/** Whether a list is in ascending order, found with pauses. */
export async function isSorted<T>(list: readonly T[], compare: (a: T, b: T) => number): Promise<boolean> {
  const pause = createPauses(64);
  for (let place = 1; place < list.length; place += 1) {
    // Both places are within the list.
    if (compare(list[place - 1] as T, list[place] as T) > 0) return false;
    const waiting = pause();
    if (waiting !== undefined) await waiting;
  }
  return true;
}

/** Merges each two neighbouring runs of this width into one. */
async function mergedRuns<T>(
  runs: readonly T[],
  width: number,
  compare: (a: T, b: T) => number,
): Promise<readonly T[]> {
  const pause = createPauses(64);
  const merged: T[] = [];
  for (let from = 0; from < runs.length; from += 2 * width) {
    const middle = Math.min(from + width, runs.length);
    const end = Math.min(from + 2 * width, runs.length);
    let [left, right] = [from, middle];
    while (left < middle || right < end) {
      // Both places are within the list where they are compared.
      const takesLeft = right >= end || (left < middle && compare(runs[left] as T, runs[right] as T) <= 0);
      merged.push(runs[takesLeft ? left : right] as T);
      if (takesLeft) left += 1;
      else right += 1;
      const waiting = pause();
      if (waiting !== undefined) await waiting;
    }
  }
  return merged;
}

/**
 * The places of a list where a page begins, and where it has ended.
 *
 * @param placeOf the place of the first record that comes after one of this id or, unless `isAfter`, is it
 */
export function pageBounds(
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
