import type { Awaitable } from './awaitable';
import type { Keyring } from './keys';
import type { BanPolicy } from './ledger';
import type { WorldState } from './model';
import type { Notices } from './notices';
import type { Collections, IndexedBy, RecordStore } from './records';
import type { Sessions } from './sessions';

/** Makes the stores of a process and of its worlds; each call makes new ones. */
export interface Stores {
  keyring(): Keyring;
  /** @param onEnd called with the id of each session that ends, by itself or by `end` */
  sessions(onEnd: (id: string) => void): Sessions;
  /**
   * Makes room for the fixtures of a world, for as long as it has them.
   *
   * @throws StoreFull where there is none
   */
  reserve(options: ReserveOptions): Awaitable<Reserved>;
  /** Counts records that are being read, and are in no store yet. */
  hold(options: Pick<StateOptions, 'maxRecords'>): Awaitable<Held>;
  /** A state in which nothing has happened yet: no record, nothing used, the real time. */
  emptyState(options: StateOptions): Awaitable<WorldState>;
  /** A store without a record, to be put in place of that of a world. */
  emptyRecords(
    options: Pick<StateOptions, 'worldId' | 'indexedBy' | 'maxRecords' | 'fixtures'>,
  ): Awaitable<RecordStore>;
  notices(worldId: string): Notices;
  /** What the states of all worlds take together. */
  use(): Awaitable<StoresUse>;
}

/** In bytes. */
export interface StoresUse {
  /** Records, fault rules and fixtures. */
  readonly records: number;
  readonly journals: number;
}

interface StateOptions {
  readonly worldId: string;
  /** What every path of the contract begins with, such as `/v1`; may be empty. */
  readonly prefix: string;
  readonly bans: BanPolicy;
  /** How many requests the journal keeps. */
  readonly journalSize: number;
  /** Decides on the made-up values and the chances of a run, so that it can be repeated. */
  readonly seed: number;
  readonly indexedBy: IndexedBy;
  /** How many records it may hold. */
  readonly maxRecords: number;
  /** The records of the world's beginning, which room was made for: they take none where they are stored. */
  readonly fixtures: Collections;
}

interface ReserveOptions extends Pick<StateOptions, 'worldId' | 'maxRecords' | 'fixtures'> {
  /** Whether no other world has the same fixtures. */
  readonly isOwn: boolean;
}

export interface Held extends Reserved {
  /**
   * Counts another record, at once: each of several processes counts what it reads itself.
   *
   * @throws StoreFull where there is no room for it
   */
  take(record: object): void;
}

/** Something that counts among what is stored, until it leaves. */
interface Reserved {
  leave(): Awaitable<void>;
}
