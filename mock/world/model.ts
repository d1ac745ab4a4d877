import type { Chosen } from '../../openapi/behaviours/chosen';
import type { Contract } from '../../openapi/contract';
import type { Fixtures } from '../resources/fixtures';
import type { IssuedKey, KeyEntry, KnownValues } from './stores/keys';
import type { BanPolicy } from './stores/ledger';
import type { World } from './stores/model';
import type { Examples } from './stores/records';
import type { Session, SessionTerms } from './stores/sessions';
import type { Awaitable } from './stores/store';
import type { Held, Stores } from './stores/stores';

/** A session that was just opened. The values of its keys are shown here once and kept nowhere. */
export interface OpenedSession extends Session {
  readonly world: World;
  /** Values by name: one for each key of the default world that is not revoked. */
  readonly apiKeys: Readonly<Record<string, string>>;
}

/** A key with the world that it leads to. */
export interface KeyHolder extends Pick<KeyEntry, 'key' | 'schemes'> {
  readonly world: World;
}

/** Every world of the process, and which key leads to which. */
export interface Worlds extends Pick<Stores, 'transact' | 'use' | 'droppedEntries'> {
  /** The world of callers without a valid key. */
  readonly main: World;
  /**
   * The holder of a key, revoked or not. For a session's key this is a use of the session.
   *
   * @param connection presents the key; the answer for its last value is remembered for as long as it is open
   */
  holderOf(keyValue: string, connection: object): Awaitable<KeyHolder | undefined>;
  /** The values of the keys of every world. */
  readonly keyValues: KnownValues;
  /** @throws TooManySessions, and StoreFull where there is no room for its fixtures */
  open(terms?: SessionTerms): Promise<OpenedSession>;
  /** The sessions that are open, oldest first. */
  sessions(): Awaitable<readonly Session[]>;
  /** The world of an open session. This is a use of the session. */
  worldOfSession(id: string): Awaitable<World | undefined>;
  /** Whether a session has a world here. This is no use of the session. */
  isOpen(id: string): boolean;
  /**
   * Ends a session; its keys are invalid from then on.
   *
   * @returns whether it was open
   */
  close(id: string): Awaitable<boolean>;
  /** Counts the records of a body that is being read, which are to be put into a world. */
  hold(): Awaitable<Held>;
  /** Ends the sessions that no other process shares. */
  leaveSessions(): Awaitable<void>;
  /** Ends what goes on beside requests; to be called once no more of them come. */
  leave(): Awaitable<void>;
  /** Those of the sessions that are open, and the default one. */
  all(): readonly World[];
  /**
   * Goes on under another contract, with other fixtures and keys. What the worlds hold stays as it is: the caller removes
   * records and faults that no longer fit. A session keeps its keys, with what the new contract allows them, and of its own
   * fixtures those that fit.
   */
  revise(
    terms: Pick<WorldsOptions, 'contract' | 'fixtures' | 'examples' | 'examplesOf' | 'keys' | 'chosen'>,
  ): Promise<void>;
  /** Begins the sessions that are opened from now on with these choices, but for their own. No present world changes. */
  beginSessionsWith(chosen: Chosen | undefined): void;
  /** Calls back with the world of each session that ends, by itself or by `close`. */
  onEnd(hear: (world: World) => void): void;
}

export class TooManySessions extends Error {
  override readonly name = 'TooManySessions';

  constructor(
    readonly most: number,
    /** Until the next one may end by itself. */
    readonly waitMs: number,
  ) {
    super(`${most === 1 ? '1 session is' : `${most} sessions are`} open, which is the most.`);
  }
}

export interface WorldsOptions {
  readonly contract: Contract;
  readonly fixtures: Fixtures;
  /** Those that are made up besides. */
  readonly examples?: Examples | undefined;
  /** So many records in each collection: those above, cut to that number or filled up with made-up ones. */
  readonly examplesOf: (count: number, seed: number) => Examples;
  readonly keys: readonly IssuedKey[];
  readonly planLimits: boolean;
  readonly bans: BanPolicy;
  readonly journalSize: number;
  /** How many records each world holds at most. */
  readonly maxRecords: number;
  readonly maxSessions: number;
  readonly seed: number;
  /** What all worlds do where the document leaves things open, but for sessions with choices of their own. */
  readonly chosen?: Chosen | undefined;
}
