import type { ApiKey } from './model';
import type { Awaitable } from './store';

/** What the value of a key leads to. */
export interface KeyEntry {
  readonly worldId: string;
  readonly key: ApiKey;
  /** The names of the security schemes in which alone the value counts; left out: in each. */
  readonly schemes?: readonly string[] | undefined;
}

/** A key and its value, or one of several values that it has. */
export interface IssuedKey extends Pick<KeyEntry, 'key' | 'schemes'> {
  readonly value: string;
}

/** Values that are not to be shown, as far as is needed to find them in a text. */
export interface KnownValues {
  /** Whether a text is one of the values. It answers at once, since it is asked about many words of what is shown. */
  has(value: string): boolean;
  /**
   * How long the values are that begin with these two UTF-16 units, longest first: no other words need a look. Values of
   * one unit alone count with any second one. Lengths of values that are gone may be among them.
   */
  lengthsFrom(first: number, second: number): readonly number[];
}

/** The keys of every world by their values, of which only digests are kept. */
export interface Keyring extends KnownValues {
  add(value: string, entry: KeyEntry): Awaitable<void>;
  /** Puts these in place of the keys of a world; those that stay are valid all the time. */
  replace(worldId: string, keys: readonly IssuedKey[]): Awaitable<void>;
  /** Puts what `change` makes of each key of a world in its place; their values stay. */
  revise(worldId: string, change: (before: ApiKey) => ApiKey): Awaitable<void>;
  /** Removes the keys of a world. */
  remove(worldId: string): Awaitable<void>;
  /**
   * The entry of a presented value, revoked or not. It takes the same time however much of a value is right, and answers at
   * once where the value is known.
   *
   * @param connection remembers its last value: the search and the digest take as long as all the rest of authentication
   */
  find(value: string, connection: object): Awaitable<KeyEntry | undefined>;
}
