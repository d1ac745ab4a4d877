import type { ChosenParts } from '../../../openapi/behaviours/chosen';
import type { Allowance } from '../../../openapi/contract';
import type { Collections } from './records';
import type { Awaitable } from './store';

/** In what a session's world differs from the default one. */
export interface SessionTerms {
  /** What it is called in lists and logs. */
  readonly name?: string | undefined;
  readonly fixtures?: Collections | undefined;
  /** What the keys of a plan may use, by the plan's name; `*` stands for every plan that is not named. */
  readonly plans?: ReadonlyMap<string, readonly Allowance[]> | undefined;
  readonly seed?: number | undefined;
  /** What its world does where the document leaves things open; parts that are left out are as the mock was started. */
  readonly chosen?: ChosenParts | undefined;
  /** The idle milliseconds after which it ends. */
  readonly timeToLiveMs?: number | undefined;
}

/** A world of its own that lasts for as long as somebody uses it. These times are real: the world's clock may be moved. */
export interface Session {
  /** Its world's id. */
  readonly id: string;
  /** What whoever opened it calls it; several may have the same name. */
  readonly name: string | undefined;
  /** Unix milliseconds. */
  readonly openedAt: number;
  /** Unix milliseconds; every use moves it. */
  readonly expiresAt: number;
}

/** What a session is opened with. */
export interface SessionStart {
  readonly id: string;
  readonly name?: string | undefined;
  /** The idle milliseconds after which it ends. */
  readonly timeToLiveMs: number;
  /** What its world is made from. */
  readonly terms?: SessionTerms | undefined;
}

/** The sessions that are open. Every method is one indivisible step. */
export interface Sessions {
  /** Oldest first. */
  list(): Awaitable<readonly Session[]>;
  /**
   * Opens a session unless so many are open already.
   *
   * @param most how many may be open at once
   */
  open(start: SessionStart, most: number): Awaitable<Session | NoRoom>;
  /** A session that is open, which counts as a use of it. With its terms where another process may have opened it. */
  use(id: string): Awaitable<(Session & Pick<SessionStart, 'terms'>) | undefined>;
  /**
   * The same on a request's way, where nothing is waited for: a session that is known here counts as used at once, and others
   * who share it are told within a second. That another process has ended it this moment is for its world's stores to tell.
   */
  touch(id: string): ReturnType<Sessions['use']>;
  /** Whether it was open. */
  end(id: string): Awaitable<boolean>;
  /** Is called when the process ends: those that no other process shares end with it. */
  leave(): Awaitable<void>;
}

/** Why a session was not opened: so many are open as may be. */
interface NoRoom {
  /** Milliseconds until the next of them ends, if nobody uses it; Infinity where none is open. */
  readonly untilNextMs: number;
}
