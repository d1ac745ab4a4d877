import { randomBytes } from 'node:crypto';
import { createMemoryNotices } from '../memory/stores';
import { KNOWN_ADDRESSES, SWEEP_AT } from '../stores/ledger';
import type { Notices } from '../stores/model';
import { StoreFull, tooManyRecords } from '../stores/store';
import { MAIN_WORLD, type ReserveOptions, type StateOptions, type Stores } from '../stores/stores';
import { createRedisAdmit, createTransact } from './admit';
import { followTime } from './clock';
import type { Connection, LastingConnection } from './connection/connection';
import { inBatches } from './connection/script';
import { createRedisFaults } from './faults/faults';
import { createSharedHome, type SharedHome, type StateParts } from './home';
import { createJournals, type Journals, type JournalTerms } from './journal/journal';
import { createRedisLedger } from './ledger/ledger';
import { makeRecords } from './records/record-filling';
import { createRecordTexts, type RecordTexts } from './records/record-layout';
import { createRedisRecords } from './records/records';
import { createSharedKeyring, type SharedKeyring } from './sessions/keyring';
import { createSharedSessions, type SharedSessions } from './sessions/sessions';
import { beginState, sharedKeys, stateKeys, type WorldKeys, worldKeys } from './state/state';
import { removeWorld } from './world-metadata';

/**
 * Stores in a Redis that several processes share.
 *
 * @param prefix what all keys of these stores begin with: the same for all replicas of one mock
 * @throws StoreUnavailable
 */
export async function redisStores(
  single: LastingConnection,
  prefix: string,
  journalTerms: JournalTerms,
): Promise<Stores> {
  const connection = inBatches(single);
  const shared = sharedKeys(prefix);
  const time = await followTime(connection, shared.terms);
  const process = randomBytes(6).toString('hex');
  const homes = new Map<string, SharedHome>();
  const notices = new Map<string, Notices>();
  const stops = new Set<() => void>([time.stop]);
  const texts = createRecordTexts();
  let sessions: SharedSessions | undefined;
  let keyring: SharedKeyring | undefined;
  const journals = createJournals(connection, journalTerms);

  /** What is announced of a world: its metadata are read again before the listeners are called. */
  const hear = (worldId: string, message: string): void => {
    const [kind, by] = message.split(' ');
    if (kind === 'notice' && by === process) return;
    const announce = (): void => (kind === 'notice' ? notices.get(worldId)?.announce() : undefined);
    // What is out of reach now is read again by the next request.
    void Promise.resolve(homes.get(worldId)?.refresh()).then(announce, () => {});
  };

  /** What is announced while there is no connection is not heard. */
  const refreshAll = async (): Promise<void> => {
    const worlds = [...homes.values()].map((home) => home.refresh());
    // A session may have ended meanwhile, and its world with it.
    await Promise.allSettled(worlds);
    await Promise.all([keyring?.refresh(), sessions?.refresh()]);
    for (const own of notices.values()) own.announce();
  };
  // What fails is done when the connection is there again.
  single.onBack(() => void refreshAll().catch(() => {}));

  const homeOf = async (
    options: StateOptions,
    fill: Parameters<Stores['home']>[1] | undefined,
  ): Promise<SharedHome | undefined> => {
    const { worldId } = options;
    const keys = worldKeys(prefix, worldId);
    const stop = await connection.subscribe(keys.channel, (message) => hear(worldId, message));
    const parts = partsOf(connection, keys, texts, journals);
    const onGone = worldId === MAIN_WORLD ? undefined : async () => sessions?.check(worldId);
    const made = createSharedHome({ connection, keys, parts, real: time.now, onGone }, options, fill);
    const home = await made.catch((error: unknown) => {
      stop();
      throw error;
    });
    if (home === undefined) {
      stop();
      return undefined;
    }
    homes.set(worldId, home);
    stops.add(stop);
    return {
      ...home,
      get present() {
        return home.present;
      },
      leave() {
        homes.delete(worldId);
        notices.delete(worldId);
        stops.delete(stop);
        stop();
        // One process has removed it by now; what this one has written since goes, too.
        return removeWorld(connection, keys);
      },
    };
  };

  return {
    async keyring() {
      keyring = await createSharedKeyring(connection, shared);
      stops.add(keyring.close);
      journals.hide(keyring);
      return keyring;
    },
    async sessions(onEnd) {
      const remove = async (worldId: string): Promise<void> => {
        await removeWorld(connection, worldKeys(prefix, worldId));
        await keyring?.remove(worldId);
      };
      sessions = await createSharedSessions({ connection, keys: shared, real: time.now, remove }, onEnd);
      return sessions;
    },
    // Fixtures take room in Redis alone, and there as records.
    reserve(options) {
      ensureRoomFor(options);
      return { leave() {} };
    },
    hold({ maxRecords }) {
      let count = 0;
      return {
        take() {
          count += 1;
          if (count > maxRecords) throw tooManyRecords(maxRecords);
        },
        leave() {},
      };
    },
    async home(options, fill) {
      const home = await homeOf(options, fill);
      if (home === undefined) throw new StoreFull('A world that is filled is there.');
      return home;
    },
    homeMadeElsewhere: (options) => homeOf(options, undefined),
    notices(worldId) {
      const { channel } = worldKeys(prefix, worldId);
      /** Those of this process are heard here at once, and elsewhere once they are there. */
      const own = createMemoryNotices();
      notices.set(worldId, own);
      return {
        listen: own.listen,
        announce() {
          own.announce();
          // What is not announced now is not announced later: every process reads everything again once Redis is back.
          connection.publish(channel, `notice ${process}`).catch(() => {});
        },
      };
    },
    transact: createTransact(single.withDeadline),
    // Redis' own memory is Redis' own affair: see its `maxmemory`.
    use: () => ({ records: 0, journals: journals.used() }),
    droppedEntries: journals.dropped,
    async close() {
      for (const stop of stops) stop();
      await sessions?.leave();
      await connection.close();
    },
  };
}

/** @throws StoreFull for more fixtures than a world may hold records */
export function ensureRoomFor({ maxRecords, fixtures }: Pick<ReserveOptions, 'maxRecords' | 'fixtures'>): void {
  let count = 0;
  for (const records of fixtures.values()) count += records.size;
  if (count > maxRecords) throw tooManyRecords(maxRecords);
}

function partsOf(connection: Connection, keys: WorldKeys, texts: RecordTexts, journals: Journals): StateParts {
  const recordsOf = (number: number, { indexedBy }: Pick<StateOptions, 'indexedBy'>, maxRecords: number) =>
    createRedisRecords(connection, keys, { number, indexedBy, maxRecords, texts });
  return {
    makeRecords: (number) => makeRecords(connection, keys, number),
    async makeRest(state, { seed }) {
      await Promise.all([
        makeRecords(connection, keys, state),
        // Faults draw from numbers of their own, so that switching one on changes no made-up value.
        beginState(connection, stateKeys(keys, state), state, ~seed >>> 0),
      ]);
    },
    records: (number, options) => recordsOf(number, options, options.maxRecords),
    rest(state, options, { version, refresh }) {
      const { bans, prefix, seed } = options;
      const own = stateKeys(keys, state);
      const policy = { bans, knownAddresses: KNOWN_ADDRESSES, sweepAt: SWEEP_AT };
      const faults = createRedisFaults(connection, own, prefix);
      return {
        faults,
        aside: recordsOf(state, { indexedBy: () => [] }, Number.MAX_SAFE_INTEGER),
        ledger: createRedisLedger(connection, own, policy),
        journal: journals.open(own, options),
        admit: createRedisAdmit({ connection, keys: own, policy, seed, faults, version, refresh }),
        refresh: () => faults.refresh(),
      };
    },
  };
}
