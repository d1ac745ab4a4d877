import type { ChosenParts } from '../../../openapi/behaviours/chosen';
import type { Allowance } from '../../../openapi/contract';
import type { Collections } from './records';
import type { Awaitable } from './store';

/** In what a session's world differs from the default one. */
export interface SessionTerms {
  /** What it is called in lists and logs. */
  readonly name?: string | undefined;
  /** Records, or how many each collection begins with. */
  readonly fixtures?: Collections | number | undefined;
  /** What the keys of a plan may use, by the plan's name; `*` stands for every plan that is not named. */
  readonly plans?: ReadonlyMap<string, readonly Allowance[]> | undefined;
  readonly seed?: number | undefined;
  /** What its world does where the document leaves things open; parts that are left out are as the mock was started. */
  readonly chosen?: ChosenParts | undefined;
  /** The idle milliseconds after which it ends. */
  readonly timeToLiveMs?: number | undefined;
}

/** A world of its own that lasts for as long as it is used. Its times are real: the world's clock may be moved. */
export interface Session {
  /** Its world's id. */
  readonly id: string;
  /** What the client that opened it calls it; several may have the same name. */
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
   * The same without a wait, for a request: a session that is known here counts as used at once, and within a second wherever
   * it is shared. Where it has just ended elsewhere, the stores of its world say so.
   */
  touch(id: string): ReturnType<Sessions['use']>;
  /** Whether it was open. */
  end(id: string): Awaitable<boolean>;
  /** Ends those that no other process shares; called when the process ends. */
  leave(): Awaitable<void>;
}

/** A session was not opened, since as many are open as may be. */
interface NoRoom {
  /** Milliseconds until the next of them ends, if it is not used; Infinity where none is open. */
  readonly untilNextMs: number;
}
