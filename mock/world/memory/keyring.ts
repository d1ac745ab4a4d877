import { hash, timingSafeEqual } from 'node:crypto';
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
  // By the first bytes of their digests, which tell nothing of the values, so that not every key is compared. The
  // comparison of whole digests decides, and takes constant time.
  const keys = new Map<number, KeptKey[]>();
  /** By world, so that removing the keys of one does not look at those of all others. */
  const starts = new Map<string, number[]>();
  /** Of every value that was ever added; there are few. */
  const lengths = new Set<number>();
  /** What was found last; forgotten at every change. */
  let presentedBy = new WeakMap<object, SentCredential>();
  const near = (start: number): KeptKey[] => keys.get(start) ?? [];

  const add = (value: string, entry: KeyEntry): void => {
    presentedBy = new WeakMap();
    lengths.add(value.length);
    const digest = digestOf(value);
    const start = digest.readUInt32BE();
    keys.set(start, [...near(start), { digest, entry }]);
    const ofWorld = starts.get(entry.worldId);
    if (ofWorld === undefined) starts.set(entry.worldId, [start]);
    else ofWorld.push(start);
  };

  const remove = (worldId: string): void => {
    presentedBy = new WeakMap();
    for (const start of starts.get(worldId) ?? []) {
      const kept = near(start).filter(({ entry }) => entry.worldId !== worldId);
      if (kept.length === 0) keys.delete(start);
      else keys.set(start, kept);
    }
    starts.delete(worldId);
  };

  return {
    add,
    remove,
    replace(worldId, issued) {
      remove(worldId);
      for (const { value, key } of issued) add(value, { worldId, key });
    },
    revise(worldId, change) {
      presentedBy = new WeakMap();
      const revised = (kept: KeptKey): KeptKey =>
        kept.entry.worldId === worldId ? { ...kept, entry: { worldId, key: change(kept.entry.key) } } : kept;
      for (const start of new Set(starts.get(worldId))) keys.set(start, near(start).map(revised));
    },
    has(value) {
      // A digest is expensive, and this is asked about every word of a request.
      if (!lengths.has(value.length)) return false;
      const digest = digestOf(value);
      return near(digest.readUInt32BE()).some((key) => timingSafeEqual(key.digest, digest));
    },
    find(value, connection) {
      const before = presentedBy.get(connection);
      if (before?.value === value) return before.entry;
      const presented = digestOf(value);
      const entry = near(presented.readUInt32BE()).find(({ digest }) => timingSafeEqual(digest, presented))?.entry;
      presentedBy.set(connection, { value, entry });
      return entry;
    },
  };
}

const digestOf = (value: string): Buffer => hash('sha256', value, 'buffer');
