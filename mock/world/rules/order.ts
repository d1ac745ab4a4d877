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
export const keyOf = (values: readonly Value[]): string => values.map(textOf).join(',');

const textOf = (value: Value): string =>
  value === undefined ? '' : typeof value === 'bigint' ? String(value) : stringifyJson(value);

/** So many are sorted at once. */
const RUN = 4096;

/** The same in ascending order, sorted with pauses for other work. Equal ones keep their order. */
export async function sortedInPieces<T>(
  unsorted: readonly T[],
  compare: (a: T, b: T) => number,
): Promise<readonly T[]> {
  if (await isSorted(unsorted, compare)) return unsorted;
  const pause = createPauses();
  let runs: (readonly T[])[] = [];
  for (let from = 0; from < unsorted.length; from += RUN) {
    runs.push(unsorted.slice(from, from + RUN).sort(compare));
    await pause();
  }
  while (runs.length > 1) {
    const longer: (readonly T[])[] = [];
    for (let place = 0; place < runs.length; place += 2)
      longer.push(await collected(merged(runs[place] ?? [], runs[place + 1] ?? [], compare)));
    runs = longer;
  }
  return runs[0] ?? [];
}

async function isSorted<T>(list: readonly T[], compare: (a: T, b: T) => number): Promise<boolean> {
  const pause = createPauses(64);
  for (let place = 1; place < list.length; place += 1) {
    // Both places are within the list.
    if (compare(list[place - 1] as T, list[place] as T) > 0) return false;
    const waiting = pause();
    if (waiting !== undefined) await waiting;
  }
  return true;
}

function* merged<T>(left: readonly T[], right: readonly T[], compare: (a: T, b: T) => number): Generator<T> {
  let place = 0;
  for (const one of left) {
    // Every place before the end is within the list.
    for (; place < right.length && compare(right[place] as T, one) < 0; place += 1) yield right[place] as T;
    yield one;
  }
  for (; place < right.length; place += 1) yield right[place] as T;
}

async function collected<T>(items: Iterable<T>): Promise<readonly T[]> {
  const pause = createPauses(64);
  const list: T[] = [];
  for (const item of items) {
    list.push(item);
    const waiting = pause();
    if (waiting !== undefined) await waiting;
  }
  return list;
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
