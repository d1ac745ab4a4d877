import { hash, timingSafeEqual } from 'node:crypto';
import { createValueLengths, markOf } from '../rules/secret-values';
import type { KeyEntry, Keyring } from '../stores/keys';

interface KeptKey {
  readonly digest: Buffer;
  readonly entry: KeyEntry;
}

/** What was found for the last value that a connection presented. */
interface SentCredential {
  readonly value: string;
  readonly entry: KeyEntry | undefined;
}

export function createMemoryKeyring(): Keyring {
  // By marks, so that not every key is compared. The comparison of whole digests decides, and takes constant time.
  const keys = new Map<number, readonly KeptKey[]>();
  /** By world, so that removing the keys of one does not look at those of all others. */
  const marks = new Map<string, number[]>();
  /** Of every value that was ever added; there are few. */
  const lengths = createValueLengths();
  /** What was found last; forgotten at every change. */
  let presentedBy = new WeakMap<object, SentCredential>();
  const near = (mark: number): readonly KeptKey[] => keys.get(mark) ?? [];

  const add = (value: string, entry: KeyEntry): void => {
    presentedBy = new WeakMap();
    lengths.add(value);
    const mark = markOf(value);
    keys.set(mark, [...near(mark), { digest: digestOf(value), entry }]);
    const ofWorld = marks.get(entry.worldId);
    if (ofWorld === undefined) marks.set(entry.worldId, [mark]);
    else ofWorld.push(mark);
  };

  const remove = (worldId: string): void => {
    presentedBy = new WeakMap();
    for (const mark of marks.get(worldId) ?? []) {
      const kept = near(mark).filter(({ entry }) => entry.worldId !== worldId);
      if (kept.length === 0) keys.delete(mark);
      else keys.set(mark, kept);
    }
    marks.delete(worldId);
  };

  return {
    add,
    remove,
    replace(worldId, issued) {
      remove(worldId);
      for (const { value, key, schemes } of issued) add(value, { worldId, key, schemes });
    },
    revise(worldId, change) {
      presentedBy = new WeakMap();
      const revised = (kept: KeptKey): KeptKey =>
        kept.entry.worldId === worldId ? { ...kept, entry: { ...kept.entry, key: change(kept.entry.key) } } : kept;
      for (const mark of new Set(marks.get(worldId))) keys.set(mark, near(mark).map(revised));
    },
    has(value) {
      const candidates = near(markOf(value));
      // A digest is expensive, and this is asked about many words of a request.
      if (candidates.length === 0) return false;
      const digest = digestOf(value);
      return candidates.some((key) => timingSafeEqual(key.digest, digest));
    },
    lengthsFrom: lengths.from,
    find(value, connection) {
      const before = presentedBy.get(connection);
      if (before?.value === value) return before.entry;
      const presented = digestOf(value);
      const entry = near(markOf(value)).find(({ digest }) => timingSafeEqual(digest, presented))?.entry;
      presentedBy.set(connection, { value, entry });
      return entry;
    },
  };
}

const digestOf = (value: string): Buffer => hash('sha256', value, 'buffer');
