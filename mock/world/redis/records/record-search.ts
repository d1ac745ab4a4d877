import { createConditionTest } from '../../rules/conditions';
import type { Condition, StoredRecord, Value } from '../../stores/records';
import { indexStart, startOf } from './record-keys';

/** Where in Redis the records are looked for that meet some conditions. */
export interface RecordSearch {
  /** The sorted set. */
  readonly part: 'order' | 'index';
  /** What its members begin with; they go on with the id. No record has members of two of these. */
  readonly starts: readonly string[];
  /** What is tried on each record that is found there. */
  readonly tests: readonly ((record: StoredRecord) => boolean)[];
}

/** More are not merged on the server, where all wait for it. */
const MOST_STARTS = 100;

/** By the index that answers the most of these conditions; the others are tried on each record. */
export function searchFor(
  collection: string,
  combinations: readonly (readonly string[])[],
  conditions: readonly Condition[],
): RecordSearch {
  if (conditions.length === 0) return { part: 'order', starts: [startOf(collection)], tests: [] };
  if (conditions.some(({ anyOf }) => anyOf.length === 0)) return { part: 'order', starts: [], tests: [] };
  let best: { readonly place: number; readonly lookedUp: readonly Condition[] } | undefined;
  for (const [place, properties] of combinations.entries()) {
    const lookedUp = properties.flatMap((name) => conditions.find(({ property }) => property === name) ?? []);
    if (lookedUp.length < properties.length || lookedUp.length <= (best?.lookedUp.length ?? 0)) continue;
    if (lookedUp.reduce((product, { anyOf }) => product * anyOf.length, 1) > MOST_STARTS) continue;
    best = { place, lookedUp };
  }
  const { place, lookedUp } = best ?? { place: 0, lookedUp: [] };
  const tests = conditions.filter((condition) => !lookedUp.includes(condition)).map(createConditionTest);
  if (lookedUp.length === 0) return { part: 'order', starts: [startOf(collection)], tests };
  const starts = new Set(combined(lookedUp).map((values) => indexStart(collection, place, values)));
  return { part: 'index', starts: [...starts], tests };
}

/** Every combination of one value from each condition. */
const combined = (conditions: readonly Condition[]): readonly (readonly Value[])[] =>
  conditions.reduce<readonly (readonly Value[])[]>(
    (heads, { anyOf }) => heads.flatMap((head) => anyOf.map((value) => [...head, value])),
    [[]],
  );
