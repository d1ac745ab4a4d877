import { own, stringifyJson } from '../../../openapi/contract';
import type { Condition, StoredRecord, Value } from '../stores/records';

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
