import type { Chosen } from '../../../openapi/behaviours/chosen';
import type { Deadline } from './admission';
import type { Keyring } from './keys';
import type { BanPolicy } from './ledger';
import type { Notices, WorldState } from './model';
import type { Collections, IndexedBy, RecordStore } from './records';
import type { Sessions } from './sessions';
import type { Awaitable } from './store';

/** The id of the world that is no session's. */
export const MAIN_WORLD = 'default';

/** Makes the stores of a process and of its worlds; each call makes new ones. */
export interface Stores {
  keyring(): Awaitable<Keyring>;
  /** @param onEnd called with the id of each session that ends, by itself or by `end` */
  sessions(onEnd: (id: string) => void): Awaitable<Sessions>;
  /**
   * Makes room for the fixtures of a world, for as long as it has them.
   *
   * @throws StoreFull where there is none
   */
  reserve(options: ReserveOptions): Awaitable<Reserved>;
  /** Counts records that are being read, and are in no store yet. */
  hold(options: Pick<StateOptions, 'maxRecords'>): Awaitable<Held>;
  /**
   * The home of a world. Its first state is an empty one that `fill` has filled, unless another process has made one before.
   *
   * @throws what `fill` throws
   */
  home(options: StateOptions, fill: (made: WorldState) => Awaitable<void>): Awaitable<StateHome>;
  /** The home of a world that another process has made; undefined where there is none, so always in one process alone. */
  homeMadeElsewhere(options: StateOptions): Awaitable<StateHome | undefined>;
  notices(worldId: string): Notices;
  /**
   * Does the work of a request on the states that are present. The work may be begun again, as long as nothing was done by it.
   *
   * @throws StoreUnavailable where the store keeps it waiting for too long; the work may go on
   */
  transact<T>(work: (deadline: Deadline) => Promise<T>): Promise<T>;
  /** What the states of all worlds take together. */
  use(): Awaitable<StoresUse>;
  /** How many requests are missing in the journals, since they could not be written in time, since the start of this process. */
  droppedEntries(): number;
  /** Ends what goes on beside steps, such as connections. No step is asked for any more. */
  close(): Awaitable<void>;
}

/**
 * Keeps the present state of a world, for all that serve it. A new state is staged: others are served meanwhile, and
 * what `fill` throws leaves all as it was.
 */
export interface StateHome {
  /** A request takes it once and uses that one to its end. */
  readonly present: WorldState;
  /** Has `present` as other processes have left it by now. */
  catchUp(): Awaitable<void>;
  /** Puts an empty state that `fill` has filled in place of the present one, at once. What the old one holds counts no longer. */
  renew(options: StateOptions, fill: (made: WorldState) => Awaitable<void>): Promise<void>;
  /** Puts an empty record store that `fill` has filled in place of that of the present state, at once. */
  renewRecords(options: StateOptions, fill: (made: RecordStore) => Awaitable<void>): Promise<void>;
  /** Is called once the world has ended: what it holds counts no longer. */
  leave(): Awaitable<void>;
}

/** In bytes. */
interface StoresUse {
  /** Records, fault rules and fixtures. */
  readonly records: number;
  readonly journals: number;
}

/** What a state in which nothing has happened yet is made from: it has no record, nothing is used, its time is the real one. */
export interface StateOptions {
  readonly worldId: string;
  /** What every path of the contract begins with, such as `/v1`; may be empty. */
  readonly prefix: string;
  readonly bans: BanPolicy;
  /** How many requests the journal keeps. */
  readonly journalSize: number;
  /** Decides on the made-up values and the chances of a run, so that it can be repeated. */
  readonly seed: number;
  /** What it does where the document leaves things open; undefined: what the mock does without any choice. */
  readonly chosen?: Chosen | undefined;
  readonly indexedBy: IndexedBy;
  /** How many records it may hold. */
  readonly maxRecords: number;
  /** The records of the world's beginning, which room was made for: they take none where they are stored. */
  readonly fixtures: Collections;
}

export interface ReserveOptions extends Pick<StateOptions, 'worldId' | 'maxRecords' | 'fixtures'> {
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
