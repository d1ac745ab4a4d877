import { hash } from 'node:crypto';
import { createValueLengths, markOf } from '../../rules/secret-values';
import type { KeyEntry } from '../../stores/keys';

/** What tells a value from most other texts without a digest of each. */
export interface ValueHint {
  /** Its first two UTF-16 units, as far as it has them. */
  readonly start: string;
  readonly length: number;
  /** 32 bits of it. */
  readonly mark: number;
}

export const hintOf = (value: string): ValueHint => ({
  start: value.slice(0, 2),
  length: value.length,
  mark: markOf(value),
});

/** The keys as this process knows them, so that most are found with no question to Redis. */
export function createKeyringCopy() {
  // By their digests: to look for one takes the same time however much of a value is right.
  const keys = new Map<string, { readonly entry: KeyEntry; readonly mark: number | undefined }>();
  /** How many keys have a mark. */
  const marks = new Map<number, number>();
  /** The digests of each world's keys. */
  const worlds = new Map<string, Set<string>>();
  /** Of every value that was ever seen; there are few. */
  const lengths = createValueLengths();

  const count = (mark: number | undefined, by: number): void => {
    if (mark === undefined) return;
    const now = (marks.get(mark) ?? 0) + by;
    if (now === 0) marks.delete(mark);
    else marks.set(mark, now);
  };
  const drop = (digest: string): void => {
    const kept = keys.get(digest);
    if (kept === undefined) return;
    count(kept.mark, -1);
    keys.delete(digest);
    const { worldId } = kept.entry;
    const others = worlds.get(worldId);
    others?.delete(digest);
    if (others?.size === 0) worlds.delete(worldId);
  };
  /** @param hint left out: as it was before */
  const put = (digest: string, entry: KeyEntry, hint?: ValueHint): void => {
    const mark = hint?.mark ?? keys.get(digest)?.mark;
    drop(digest);
    keys.set(digest, { entry, mark });
    const others = worlds.get(entry.worldId);
    if (others === undefined) worlds.set(entry.worldId, new Set([digest]));
    else others.add(digest);
    count(mark, 1);
    if (hint !== undefined) lengths.add(hint.start, hint.length);
  };
  return {
    find: (digest: string): KeyEntry | undefined => keys.get(digest)?.entry,
    put,
    drop,
    /** Notes what is known of the value of a key, if it is there. */
    learn(digest: string, hint: ValueHint): void {
      const kept = keys.get(digest);
      if (kept !== undefined) put(digest, kept.entry, hint);
    },
    /** Those of a world; left out: of all. */
    digests: (worldId?: string): readonly string[] => [
      ...(worldId === undefined ? keys.keys() : (worlds.get(worldId) ?? [])),
    ],
    has: (value: string): boolean => marks.has(markOf(value)) && keys.has(digestOf(value)),
    lengthsFrom: lengths.from,
  };
}

export const digestOf = (value: string): string => hash('sha256', value, 'base64url');
