import { randomBytes } from 'node:crypto';
import type { Allowance, Contract } from '../../openapi/contract';
import type { Fixtures } from '../resources/fixtures';
import { createKeyring, type IssuedKey, type KeyHolder } from './keys';
import type { BanPolicy } from './ledger';
import type { World } from './model';
import { createSessions, type Session } from './sessions';
import { createWorld } from './world';

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
  /** Value by name: one for each key of the default world that is not revoked. */
  readonly apiKeys: Readonly<Record<string, string>>;
}

/** Every world of the process, and the way from a key to its world. */
export interface Worlds {
  /** The one that callers without a valid key are in. */
  readonly main: World;
  /** Whom a key belongs to; of a session's key, a use of the session. */
  holderOf(keyValue: string, by: object): KeyHolder | undefined;
  /** Whether a text is the value of a key, of whatever world. */
  isKey(text: string): boolean;
  /** @throws TooManySessions */
  open(terms?: SessionTerms): Promise<OpenedSession>;
  /** The sessions that are open, oldest first. */
  sessions(): readonly Session[];
  /** An open session, which counts as a use of it. */
  session(id: string): Session | undefined;
  /** Forgets a session; its keys are invalid from then on. Whether it was open. */
  close(id: string): boolean;
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

const AN_HOUR_MS = 3_600_000;

/** @param real the real time, in Unix milliseconds, by which sessions end */
export async function createWorlds(options: WorldsOptions, real: () => number = Date.now): Promise<Worlds> {
  const { fixtures, keys, planLimits, maxSessions, seed } = options;
  const keyring = createKeyring();
  const heard: ((world: World) => void)[] = [];
  const sessions = createSessions((world) => {
    keyring.remove(world);
    for (const hear of heard) hear(world);
  }, real);

  /** Those that are being made: counted, so that many at once are no more than there may be. */
  let opening = 0;

  const make = async ({ fixtures: own = fixtures, plans, seed: chosen = seed }: SessionTerms): Promise<World> =>
    createWorld({
      ...options,
      id: `session-${randomBytes(9).toString('hex')}`,
      fixtures: own,
      keys: keys
        .filter(({ key }) => !key.revoked)
        .map(({ key }) => ({ ...key, allowances: plans?.get(key.plan) ?? plans?.get('*') ?? key.allowances })),
      // Whoever gives a session figures of its own wants them enforced.
      planLimits: planLimits || (plans?.size ?? 0) > 0,
      seed: chosen,
    });

  const main = await createWorld({ ...options, id: 'default', keys: keys.map(({ key }) => key) });
  for (const { value, key } of keys) keyring.add(value, { world: main, key });

  return {
    main,
    isKey: (text) => keyring.has(text),
    holderOf(value, by) {
      const holder = keyring.find(value, by);
      if (holder === undefined || holder.world === main) return holder;
      return sessions.use(holder.world.id) === undefined ? undefined : holder;
    },
    async open(terms = {}) {
      if (sessions.count + opening >= maxSessions) {
        throw new TooManySessions(maxSessions, untilNext(sessions.list(), real()));
      }
      opening += 1;
      const world = await make(terms).finally(() => {
        opening -= 1;
      });
      const apiKeys = world.keys.map((key) => {
        const value = `${world.id}-${randomBytes(12).toString('hex')}`;
        keyring.add(value, { world, key });
        return [key.name, value] as const;
      });
      return { ...sessions.add(world, terms.timeToLiveMs ?? AN_HOUR_MS), apiKeys: Object.fromEntries(apiKeys) };
    },
    sessions: () => sessions.list(),
    session: (id) => sessions.use(id),
    close: (id) => sessions.end(id),
    onEnd: (hear) => {
      heard.push(hear);
    },
  };
}

const untilNext = (open: readonly Session[], now: number): number =>
  open.reduce((least, { expiresAt }) => Math.min(least, Math.max(0, expiresAt - now)), AN_HOUR_MS);
