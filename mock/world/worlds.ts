import { randomBytes } from 'node:crypto';
import { withParts } from '../../openapi/behaviours/chosen';
import { NO_FIXTURES } from '../resources/fixtures';
import { fittingOnly } from '../resources/record';
import { memoryStores } from './memory/stores';
import { type KeyHolder, type OpenedSession, TooManySessions, type Worlds, type WorldsOptions } from './model';
import type { KeyEntry } from './stores/keys';
import type { ApiKey, World } from './stores/model';
import type { Sessions, SessionTerms } from './stores/sessions';
import { type Awaitable, after } from './stores/store';
import { MAIN_WORLD, type Stores } from './stores/stores';
import { createWorld, joinWorld, type WorldOptions } from './world';

const AN_HOUR_MS = 3_600_000;

/** A session's world, and in what it differs from the default one. */
interface SessionWorld {
  readonly world: World;
  readonly terms: SessionTerms;
}

export async function createWorlds(atStart: WorldsOptions, stores: Stores = memoryStores()): Promise<Worlds> {
  let options = atStart;
  const { maxSessions } = atStart;
  const keyring = await stores.keyring();
  const listeners: ((world: World) => void)[] = [];
  const worldsOfSessions = new Map<string, SessionWorld>();
  /** The sessions whose worlds are being made. */
  const opening = new Set<string>();
  const forget = async (id: string): Promise<void> => {
    opening.delete(id);
    const ended = worldsOfSessions.get(id);
    worldsOfSessions.delete(id);
    if (ended !== undefined) for (const hear of listeners) hear(ended.world);
    await ended?.world.leave();
    await keyring.remove(id);
  };
  // A keyring that fails to forget a key does no harm: the key leads to no world any more.
  const sessions = await stores.sessions((id) => void forget(id).catch(() => {}));

  /** Adds a new value for each key of a world to the keyring. */
  const issueKeys = async (world: World): Promise<OpenedSession['apiKeys']> => {
    const values = world.keys.map((key) => ({ key, value: newKeyOf(world.id) }));
    await Promise.all(values.map(async ({ key, value }) => keyring.add(value, { worldId: world.id, key })));
    return Object.fromEntries(values.map(({ key, value }) => [key.name, value]));
  };

  const main = await createWorld({ ...options, id: MAIN_WORLD, keys: keysOf(options), ownsFixtures: true }, stores);
  await keyring.replace(main.id, options.keys);

  const reviseSession = async ({ world, terms }: SessionWorld): Promise<void> => {
    const { contract, fixtures, examples, keys, chosen } = optionsOfSession(options, world.id, terms);
    const revised = (before: ApiKey): ApiKey => keys.find(({ name }) => name === before.name) ?? before;
    const own = terms.fixtures === undefined ? fixtures : await fittingOnly(contract, fixtures);
    world.revise({ contract, fixtures: own, examples, keys: world.keys.map(revised), chosen });
    await keyring.revise(world.id, revised);
  };

  /** The worlds of sessions that other processes have opened, while they are being joined. */
  const joining = new Map<string, Promise<World | undefined>>();
  const join = async (id: string, terms: SessionTerms): Promise<World | undefined> => {
    const world = await joinWorld(optionsOfSession(options, id, terms), stores);
    if (world !== undefined) worldsOfSessions.set(id, { world, terms });
    return world;
  };
  const joinOnce = (id: string, terms: SessionTerms): Promise<World | undefined> => {
    const begun = joining.get(id) ?? join(id, terms).finally(() => joining.delete(id));
    joining.set(id, begun);
    return begun;
  };

  const worldOf = async (id: string, session: Awaited<ReturnType<Sessions['use']>>): Promise<World | undefined> => {
    if (session === undefined) return undefined;
    const known = worldsOfSessions.get(id);
    if (known !== undefined) return known.world;
    // It is being opened here, or another process has opened it.
    return session.terms === undefined || opening.has(id) ? undefined : joinOnce(id, session.terms);
  };

  const holderInSession = async ({ worldId, key, schemes }: KeyEntry): Promise<KeyHolder | undefined> => {
    const world = await worldOf(worldId, await sessions.touch(worldId));
    return world && { world, key, schemes };
  };

  const holderBy = (entry: KeyEntry | undefined): Awaitable<KeyHolder | undefined> => {
    if (entry === undefined) return undefined;
    const { worldId, key, schemes } = entry;
    return worldId === main.id ? { world: main, key, schemes } : holderInSession(entry);
  };

  return {
    main,
    keyValues: keyring,
    transact: stores.transact,
    use: stores.use,
    droppedEntries: stores.droppedEntries,
    holderOf(value, connection) {
      return after(keyring.find(value, connection), holderBy);
    },
    async open(terms = {}) {
      const id = newSessionId();
      const { timeToLiveMs = AN_HOUR_MS } = terms;
      // Before its world is made, so that of many at once no more are opened than may be open.
      const session = await sessions.open({ id, name: terms.name, timeToLiveMs, terms }, maxSessions);
      if ('untilNextMs' in session) throw new TooManySessions(maxSessions, Math.min(session.untilNextMs, AN_HOUR_MS));
      opening.add(id);
      try {
        const made = options;
        const world = await createWorld(optionsOfSession(made, id, terms), stores);
        worldsOfSessions.set(id, { world, terms });
        if (options !== made) await reviseSession({ world, terms });
        const apiKeys = await issueKeys(world);
        // It may have ended while its world was made.
        if (!opening.delete(id)) await forget(id);
        return { ...session, world, apiKeys };
      } catch (error) {
        // Where it can not be ended either, it ends by itself; the first error says why it has no world.
        await (async () => sessions.end(id))().catch(() => {});
        throw error;
      }
    },
    hold: () => stores.hold(options),
    leaveSessions: () => sessions.leave(),
    leave: () => stores.close(),
    sessions: () => sessions.list(),
    worldOfSession: async (id) => worldOf(id, await sessions.use(id)),
    isOpen: (id) => worldsOfSessions.has(id),
    close: (id) => sessions.end(id),
    all: () => [main, ...[...worldsOfSessions.values()].map(({ world }) => world)],
    async revise(terms) {
      options = { ...options, ...terms };
      main.revise({ ...terms, keys: keysOf(options) });
      await keyring.replace(main.id, terms.keys);
      for (const session of [...worldsOfSessions.values()]) await reviseSession(session);
    },
    beginSessionsWith(chosen) {
      options = { ...options, chosen };
    },
    onEnd: (hear) => {
      listeners.push(hear);
    },
  };
}

const newSessionId = (): string => `session-${randomBytes(9).toString('hex')}`;
const newKeyOf = (session: string): string => `${session}-${randomBytes(12).toString('hex')}`;

/** Whether a value has the form of a session's key, open or not: it can be said of one that leads nowhere without remembering it. */
export const isKeyOfSession = (value: string): boolean => /^session-[\da-f]{18}-[\da-f]{24}$/.test(value);

/** Each key once, however many values it has. */
const keysOf = ({ keys }: Pick<WorldsOptions, 'keys'>): readonly ApiKey[] => [...new Set(keys.map(({ key }) => key))];

/** What a session's world is made from: the default world's options with its terms in their place. */
function optionsOfSession(options: WorldsOptions, id: string, terms: SessionTerms): WorldOptions {
  const { name, plans, seed = options.seed } = terms;
  const keys = keysOf(options)
    .filter(({ revoked }) => !revoked)
    .map(({ demoValue: _, ...key }) => ({
      ...key,
      allowances: plans?.get(key.plan) ?? plans?.get('*') ?? key.allowances,
    }));
  // A session with figures of its own is meant to enforce them.
  const planLimits = options.planLimits || (plans?.size ?? 0) > 0;
  const isOwn = terms.fixtures !== undefined;
  const chosen = terms.chosen === undefined ? options.chosen : withParts(options.chosen, terms.chosen);
  const begun =
    typeof terms.fixtures === 'number'
      ? { fixtures: NO_FIXTURES, examples: options.examplesOf(terms.fixtures, seed) }
      : { fixtures: terms.fixtures ?? options.fixtures, examples: isOwn ? undefined : options.examples };
  return { ...options, ...begun, id, name, ownsFixtures: isOwn, keys, planLimits, seed, chosen };
}
