import type { Awaitable } from './awaitable';
import type { ApiKey } from './model';

/** What the value of a key leads to. */
export interface KeyEntry {
  readonly worldId: string;
  readonly key: ApiKey;
}

/** The keys of every world, by their values, of which it keeps digests alone. */
export interface Keyring {
  add(value: string, entry: KeyEntry): Awaitable<void>;
  /** Removes the keys of a world. */
  remove(worldId: string): Awaitable<void>;
  /**
   * The entry of a presented value, revoked or not; it takes the same time however much of a value is right.
   *
   * @param connection one that presents the same value again saves the search and the digest, which takes as long as
   * all the rest of a request's authentication
   */
  find(value: string, connection: object): Awaitable<KeyEntry | undefined>;
  /**
   * Whether a text is the value of a key. It answers at once, since every word of what is shown is asked for: a keyring
   * that several processes share has the digests in each of them.
   */
  has(value: string): boolean;
}
