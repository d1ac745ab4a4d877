import { randomBytes } from 'node:crypto';
import type { Allowance, Contract } from '../../openapi/contract';
import type { Fixtures } from '../resources/fixtures';
import type { IssuedKey } from '../resources/keys-file';
import { memoryStores } from './memory/stores';
import type { Awaitable } from './stores/awaitable';
import type { BanPolicy } from './stores/ledger';
import type { ApiKey, World } from './stores/model';
import type { Session } from './stores/sessions';
import type { Stores } from './stores/stores';
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

const AN_HOUR_MS = 3_600_000;

export async function createWorlds(options: WorldsOptions, stores: Stores = memoryStores()): Promise<Worlds> {
  const { fixtures, keys, planLimits, maxSessions, seed } = options;
  const keyring = stores.keyring();
  const listeners: ((world: World) => void)[] = [];
  const worldsOfSessions = new Map<string, World>();
  /** The sessions whose worlds are being made. */
  const opening = new Set<string>();
  const forget = async (id: string): Promise<void> => {
    opening.delete(id);
    const world = worldsOfSessions.get(id);
    worldsOfSessions.delete(id);
    if (world !== undefined) for (const hear of listeners) hear(world);
    await keyring.remove(id);
  };
  const sessions = stores.sessions((id) => void forget(id));

  const createSessionWorld = (id: string, terms: SessionTerms): Promise<World> => {
    const { fixtures: own = fixtures, plans, seed: chosen = seed } = terms;
    return createWorld(
      {
        ...options,
        id,
        fixtures: own,
        keys: keys
          .filter(({ key }) => !key.revoked)
          .map(({ key }) => ({ ...key, allowances: plans?.get(key.plan) ?? plans?.get('*') ?? key.allowances })),
        // Whoever gives a session figures of its own wants them enforced.
        planLimits: planLimits || (plans?.size ?? 0) > 0,
        seed: chosen,
      },
      stores,
    );
  };

  /** A value for each key of a world, from then on in the keyring. */
  const issueKeys = async (world: World): Promise<OpenedSession['apiKeys']> => {
    const values = world.keys.map((key) => ({ key, value: `${world.id}-${randomBytes(12).toString('hex')}` }));
    for (const { key, value } of values) await keyring.add(value, { worldId: world.id, key });
    return Object.fromEntries(values.map(({ key, value }) => [key.name, value]));
  };

  const main = await createWorld({ ...options, id: 'default', keys: keys.map(({ key }) => key) }, stores);
  for (const { value, key } of keys) await keyring.add(value, { worldId: main.id, key });

  const worldOfSession = async (id: string): Promise<World | undefined> =>
    (await sessions.use(id)) === undefined ? undefined : worldsOfSessions.get(id);

  return {
    main,
    isKey: (text) => keyring.has(text),
    async holderOf(value, connection) {
      const entry = await keyring.find(value, connection);
      if (entry === undefined) return undefined;
      const world = entry.worldId === main.id ? main : await worldOfSession(entry.worldId);
      return world && { world, key: entry.key };
    },
    async open(terms = {}) {
      const id = `session-${randomBytes(9).toString('hex')}`;
      // Before its world is made: many that are opened at once are no more than there may be.
      const session = await sessions.open(id, terms.timeToLiveMs ?? AN_HOUR_MS, maxSessions);
      if ('untilNextMs' in session) throw new TooManySessions(maxSessions, Math.min(session.untilNextMs, AN_HOUR_MS));
      opening.add(id);
      try {
        const world = await createSessionWorld(id, terms);
        worldsOfSessions.set(id, world);
        const apiKeys = await issueKeys(world);
        // It may have ended while its world was made.
        if (!opening.delete(id)) await forget(id);
        return { ...session, world, apiKeys };
      } catch (error) {
        await sessions.end(id);
        throw error;
      }
    },
    sessions: () => sessions.list(),
    worldOfSession,
    close: (id) => sessions.end(id),
    onEnd: (hear) => {
      listeners.push(hear);
    },
  };
}
