import { exactInteger } from '../../../openapi/contract';
import { type Id, type IdMemory, type IdPolicy, OutOfIds } from '../stores/records';

/**
 * How many made ids may turn out to be taken, beyond one for each record there ever was, before the collection counts as
 * full. Of ids that count up one is free by then; of those that are made at random many may be equal.
 */
const SPARE_TRIES = 1000;

/**
 * Gives each new record of a collection an id that none has ever had.
 *
 * @param isStored whether a record has this id now
 */
export function createIdSource(isStored: (id: Id) => boolean) {
  const retired = new Set<Id>();
  let highest: number | bigint | undefined;
  let everUsed = 0;
  /** Where the search for gaps in a sequence stands: every lower id is or was in use and is not looked at again. */
  let gap: bigint | undefined;
  let made = 0;
  let isOut = false;

  const isTaken = (id: Id): boolean => isStored(id) || retired.has(id);

  const ofSequence = ({ minimum, maximum, step = 1n }: IdPolicy & { kind: 'sequence' }): Id | undefined => {
    const last = highest === undefined ? undefined : BigInt(highest);
    const next = last === undefined || last < minimum ? minimum : last + step - ((last - minimum) % step);
    if (next <= maximum) return exactInteger(next);
    for (gap ??= minimum; gap <= maximum; gap += step) {
      const id = exactInteger(gap);
      if (!isTaken(id)) return id;
    }
    return undefined;
  };

  const ofMaking = ({ make }: IdPolicy & { kind: 'made' }): Id | undefined => {
    made = Math.max(made, everUsed);
    for (let tries = everUsed + SPARE_TRIES; tries > 0; tries -= 1) {
      made += 1;
      const id = make(made);
      if (!isTaken(id)) return id;
    }
    return undefined;
  };

  const raise = (id: number | bigint): void => {
    if (highest === undefined || id > highest) highest = typeof id === 'number' ? Math.floor(id) : id;
  };

  return {
    /** Whether a record has this id, or had it. */
    isTaken,
    /** @throws OutOfIds when none is left, and from then on, since none comes back */
    next(policy: IdPolicy): Id {
      const id = isOut ? undefined : policy.kind === 'sequence' ? ofSequence(policy) : ofMaking(policy);
      isOut = id === undefined;
      if (id === undefined) throw new OutOfIds('The collection has no id left.');
      return id;
    },
    /** Must be called with every id that comes into use, also those that were not made here. */
    used(id: Id): void {
      everUsed += 1;
      if (typeof id !== 'string') raise(id);
    },
    /**
     * Must be called with every id whose record is deleted.
     *
     * @returns whether that takes memory
     */
    retired(id: Id): boolean {
      const before = retired.size;
      return retired.add(id).size > before;
    },
    memory: (): IdMemory => ({ highest, everUsed, retired: [...retired] }),
    /** Remembers this, too. */
    recall(memory: IdMemory): void {
      if (memory.highest !== undefined) raise(memory.highest);
      everUsed = Math.max(everUsed, memory.everUsed);
      for (const id of memory.retired) retired.add(id);
    },
  };
}
