import { weightOf } from '../exchange/evidence';
import type { KnownRecord } from '../records/known';

/** About how many bytes all records that are known may take together, and one of them. */
const MOST = 24 * 2 ** 20;
const MOST_OF_ONE = 2 ** 18;
/** What is remembered of a record beside its values. */
const BESIDE = 500;

/** Bounds what is known of a server's records, whatever it sends. */
export interface Room {
  /** Whether there is room for a record in the place of what was known of it. If there is none, the place is free. */
  take(record: KnownRecord, before: KnownRecord | undefined): boolean;
  leave(record: KnownRecord | undefined): void;
}

export function createRoom(): Room {
  const weights = new WeakMap<KnownRecord, number>();
  let used = 0;
  const leave = (record: KnownRecord | undefined): void => {
    if (record !== undefined) used -= weights.get(record) ?? 0;
  };
  return {
    take(record, before) {
      leave(before);
      const { latest, first } = record;
      const others = first.record === latest ? 0 : weightOf(first.record, MOST_OF_ONE);
      const weight = BESIDE + weightOf(latest, MOST_OF_ONE) + others;
      if (weight > 2 * MOST_OF_ONE || used + weight > MOST) return false;
      weights.set(record, weight);
      used += weight;
      return true;
    },
    leave,
  };
}
