import type { Allowance, Contract } from '../../openapi/contract';
import type { Fixtures } from '../resources/fixtures';
import type { IssuedKey } from '../resources/keys-file';
import type { Awaitable } from './stores/awaitable';
import type { BanPolicy } from './stores/ledger';
import type { ApiKey, World } from './stores/model';
import type { Session } from './stores/sessions';

/** What a session may have otherwise than the default world; what is left out is as there. */
export interface SessionTerms {
  readonly fixtures?: Fixtures | undefined;
  /** What every key of a plan may use, by the plan's name; of `*`, every key of a plan that is not named. */
  readonly plans?: ReadonlyMap<string, readonly Allowance[]> | undefined;
  readonly seed?: number | undefined;
  /** Idle milliseconds after which it is forgotten. */
  readonly timeToLiveMs?: number | undefined;
}

/** A session that was just opened. The values of its keys are told here once and kept nowhere. */
export interface OpenedSession extends Session {
  readonly world: World;
  /** Value by name: one for each key of the default world that is not revoked. */
  readonly apiKeys: Readonly<Record<string, string>>;
}

/** Whom a key belongs to. */
export interface KeyHolder {
  readonly world: World;
  readonly key: ApiKey;
}

/** Every world of the process, and the way from a key to its world. */
export interface Worlds {
  /** The one that callers without a valid key are in. */
  readonly main: World;
  /**
   * Whom a key belongs to, revoked or not; of a session's key, a use of the session.
   *
   * @param connection what presents the key; the answer for the value that it presented last is kept with it
   */
  holderOf(keyValue: string, connection: object): Awaitable<KeyHolder | undefined>;
  /** Whether a text is the value of a key, of whatever world. */
  isKey(text: string): boolean;
  /** @throws TooManySessions */
  open(terms?: SessionTerms): Promise<OpenedSession>;
  /** The sessions that are open, oldest first. */
  sessions(): Awaitable<readonly Session[]>;
  /** The world of an open session, which counts as a use of it. */
  worldOfSession(id: string): Awaitable<World | undefined>;
  /** Forgets a session; its keys are invalid from then on. Whether it was open. */
  close(id: string): Awaitable<boolean>;
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
  readonly keys: readonly IssuedKey[];
  readonly planLimits: boolean;
  readonly bans: BanPolicy;
  readonly journalSize: number;
  readonly maxSessions: number;
  readonly seed: number;
}
