import { hash, timingSafeEqual } from 'node:crypto';
import { createValueLengths, markOf } from '../../rules/secret-values';
import type { KeyEntry, KnownValues } from '../../stores/keys';

/** What distinguishes a value from most other texts, without a digest of each. */
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

interface KeptKey {
  readonly digest: Buffer;
  readonly entry: KeyEntry;
  /** Undefined as long as the value was not seen here. */
  readonly mark: number | undefined;
}

/** The keys of a shared keyring as this process knows them, so that most are found with no question to Redis. */
export interface KeyringCopy extends KnownValues {
  find(digest: Buffer): KeyEntry | undefined;
  /**
   * @param digest SHA-256 in base64url
   * @param hint left out: as it was before
   */
  put(digest: string, entry: KeyEntry, hint?: ValueHint): void;
  drop(digest: string): void;
  /** Notes what is known of the value of a key, if it is there. */
  learn(digest: string, hint: ValueHint): void;
  digests(): readonly string[];
}

export function createKeyringCopy(): KeyringCopy {
  // By the first bytes of their digests, so that not every key is compared. The comparison of whole digests decides, and
  // takes constant time.
  const keys = new Map<number, readonly KeptKey[]>();
  /** How many keys have a mark. */
  const marks = new Map<number, number>();
  /** Of every value that was ever seen; there are few. */
  const lengths = createValueLengths();
  const near = (digest: Buffer): readonly KeptKey[] => keys.get(startOf(digest)) ?? [];
  const same = (digest: Buffer): KeptKey | undefined => near(digest).find((key) => timingSafeEqual(key.digest, digest));

  const count = (mark: number | undefined, by: number): void => {
    if (mark === undefined) return;
    const now = (marks.get(mark) ?? 0) + by;
    if (now === 0) marks.delete(mark);
    else marks.set(mark, now);
  };

  const drop = (digest: Buffer): KeptKey | undefined => {
    const dropped = same(digest);
    const kept = near(digest).filter((key) => key !== dropped);
    if (kept.length === 0) keys.delete(startOf(digest));
    else keys.set(startOf(digest), kept);
    count(dropped?.mark, -1);
    return dropped;
  };

  const put = (digest: Buffer, entry: KeyEntry, hint: ValueHint | undefined): void => {
    const before = drop(digest);
    const mark = hint?.mark ?? before?.mark;
    keys.set(startOf(digest), [...near(digest), { digest, entry, mark }]);
    count(mark, 1);
    if (hint !== undefined) lengths.add(hint.start, hint.length);
  };

  return {
    find: (digest) => same(digest)?.entry,
    put: (text, entry, hint) => put(Buffer.from(text, 'base64url'), entry, hint),
    learn(text, hint) {
      const digest = Buffer.from(text, 'base64url');
      const kept = same(digest);
      if (kept !== undefined) put(digest, kept.entry, hint);
    },
    drop(text) {
      drop(Buffer.from(text, 'base64url'));
    },
    digests: () => [...keys.values()].flat().map(({ digest }) => digest.toString('base64url')),
    has: (value) => marks.has(markOf(value)) && same(digestOf(value)) !== undefined,
    lengthsFrom: lengths.from,
  };
}

export const digestOf = (value: string): Buffer => hash('sha256', value, 'buffer');

const startOf = (digest: Buffer): number => digest.readUInt32BE();
