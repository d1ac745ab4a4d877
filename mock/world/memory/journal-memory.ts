/** A journal, as seen by those that it shares memory with. */
interface Part {
  /** What its entries take. */
  readonly bytes: number;
  /** Forgets its oldest entries until so many bytes are free, one entry at least where it has one. */
  forgetOldest(bytes: number): void;
}

/** What a journal tells of itself. */
export interface JournalShare {
  /** Notes that its entries take so many bytes more; fewer where they are negative. Entries may be forgotten at once. */
  grow(bytes: number): void;
  /** It is kept no longer: it counts nowhere from now on. */
  leave(): void;
}

/** What the journals of all worlds may take together. */
export interface JournalMemory {
  /** In bytes. */
  readonly most: number;
  /** In bytes. */
  readonly used: number;
  join(part: Part): JournalShare;
}

/** So much of the whole is made free at once, so that not every entry looks for what is to be forgotten. */
const FREED = 1 / 64;
/** A journal gives up no more than this of what it holds before another is looked for. */
const GIVEN_UP = 1 / 4;

/**
 * Where there is no room, the journal that holds most forgets its oldest entries: whoever sends much loses its own history,
 * and not that of other sessions.
 */
export function createJournalMemory(most: number): JournalMemory {
  const parts = new Set<Part>();
  let used = 0;

  const makeRoom = (): void => {
    const target = most * (1 - FREED);
    while (used > target) {
      let heaviest: Part | undefined;
      for (const part of parts) if (part.bytes > (heaviest?.bytes ?? 0)) heaviest = part;
      if (heaviest === undefined) return;
      heaviest.forgetOldest(Math.min(used - target, heaviest.bytes * GIVEN_UP));
    }
  };

  return {
    most,
    get used() {
      return used;
    },
    join(part) {
      parts.add(part);
      return {
        grow(bytes) {
          if (!parts.has(part)) return;
          used += bytes;
          if (used > most) makeRoom();
        },
        leave() {
          if (parts.delete(part)) used -= part.bytes;
        },
      };
    },
  };
}
