import type { StoreInUse } from '../stores/store';
import { MAIN_WORLD, type ReserveOptions, type Stores } from '../stores/stores';
import { connect, type LastingConnection, type Send } from './connection/connection';
import { listIn, textsIn } from './connection/replies';
import { shownUrl } from './connection/url';
import type { JournalTerms } from './journal/journal';
import { createMembership, LEASE_MS, type Membership } from './membership';
import { type SharedKeys, sharedKeys, worldKeys } from './state/state';
import { ensureRoomFor, redisStores } from './stores';
import {
  changedSince,
  notAlike,
  notHeardOf,
  notServable,
  resetByOther,
  type StoreLocation,
  type Terms,
  takenOver,
} from './terms';

interface StoreOptions {
  /** `redis://[user:password@]host[:port][/db]`, or `rediss://` for TLS. */
  readonly url: string;
  /** What all keys begin with: the same for all replicas of one mock. */
  readonly prefix: string;
  /** Whether what is there is removed. */
  readonly reset: boolean;
  readonly terms: Terms;
  /** The world that is to be stored where none is. */
  readonly world: Pick<ReserveOptions, 'maxRecords' | 'fixtures'>;
  readonly journal: JournalTerms;
  /** Called with a sentence about what was stored with other options, and about others that are waited for. */
  readonly notice: (text: string) => void;
}

interface OpenStore {
  readonly stores: Stores;
  readonly store: StoreInUse;
  /**
   * To be called once the start has succeeded: before, the terms of what is stored are what they were.
   *
   * @throws StoreUnavailable
   */
  settle(): Promise<void>;
  /** Calls back each time that Redis has lost all that was stored: the API keys have to be stored again. */
  onEmptied(hear: () => void): void;
}

/**
 * Opens the stores that several replicas share. One that was started otherwise than those that run is refused, since each would
 * undo what the other does; so is one of another contract or another version than that of what is stored, since it would
 * take that for something else.
 *
 * @throws StoreUnavailable where no Redis answers there, or one that can't be used
 * @throws UsageError where it is refused
 * @throws StoreFull where the world has no room for its own fixtures
 */
export async function openStore(options: StoreOptions): Promise<OpenStore> {
  const { url, prefix, terms, journal } = options;
  // Before anything is removed for it.
  ensureRoomFor(options.world);
  const keys = sharedKeys(prefix);
  const place = shownUrl(url);
  const connection = await connect({ url, probeKey: `${keys.terms}:probe` });
  const hearers: (() => void)[] = [];
  const membership = createMembership({
    ...{ connection, keys, terms },
    onEmptied() {
      for (const hear of hearers) hear();
    },
    onOthers: (others) => connection.bar(takenOver(others, terms)),
    onLapsed: (others) => options.notice(notHeardOf(others, terms, { url: place, prefix }, LEASE_MS / 1000)),
  });
  try {
    await join(connection, membership, options);
    await lookForChanges(connection, keys, membership);
    const stores = await redisStores(connection, prefix, journal);
    return {
      stores: {
        ...stores,
        close() {
          membership.leave();
          return stores.close();
        },
      },
      store: { kind: 'redis', place, status: () => connection.status, onStatus: connection.onStatus },
      settle: membership.settle,
      onEmptied: (hear) => {
        hearers.push(hear);
      },
    };
  } catch (error) {
    membership.leave();
    await connection.close();
    throw error;
  }
}

async function join(
  connection: LastingConnection,
  membership: Membership,
  { url, prefix, reset, terms, notice }: StoreOptions,
): Promise<void> {
  const place: StoreLocation = { url: shownUrl(url), prefix };
  const { world } = worldKeys(prefix, MAIN_WORLD);
  const isThere = (await connection.send(world, ['EXISTS', world])) === 1;
  const found = await membership.join(reset);
  if (found.outcome === 'stored') throw notServable(found.terms, terms, place);
  if (found.outcome === 'resetting') throw resetByOther(place);
  if (found.outcome === 'others') throw notAlike(found.terms, terms, place);
  const { isAlone, stored } = found;
  // Without terms it is what a first start has left that has failed.
  const isLeftOver = isThere && isAlone && stored === undefined;
  if (reset || isLeftOver) {
    const { channel } = sharedKeys(prefix);
    // Those of another document go before, and the others begin anew after it.
    await connection.publish(channel, RESET);
    await removeAll(connection, prefix);
    await connection.publish(channel, RESET);
  }
  const change = isAlone && stored !== undefined ? changedSince(stored, terms, place) : undefined;
  if (change !== undefined) notice(change);
}

/** Announces on the channel of all replicas that one of them has removed everything. */
const RESET = 'reset';

/** A mock that was out of touch may have nothing to do there any more: it would mix up what others store. */
async function lookForChanges(
  connection: LastingConnection,
  { channel }: SharedKeys,
  { renew }: Membership,
): Promise<void> {
  // What can't be asked now is asked when the connection is there again.
  const look = (): Promise<void> => renew().catch(() => {});
  await connection.subscribe(channel, (message) => {
    if (message === RESET) void look().then(connection.tellBack);
  });
  connection.onBack(() => void look());
}

/** Keys that are looked at in one step; Redis serves other clients between two. */
const PAGE = 1000;

/**
 * Removes everything with a prefix but what its mocks have agreed on. The world that other processes may be serving goes last, by
 * one key: a process that finds it gone may begin it anew, and nothing of that is removed.
 *
 * @throws StoreUnavailable
 */
export async function removeAll(connection: LastingConnection, prefix: string): Promise<void> {
  const { world } = worldKeys(prefix, MAIN_WORLD);
  const { terms, running, replicas, resetting } = sharedKeys(prefix);
  const kept = new Set([terms, running, replicas, resetting, world]);
  await connection.atEach((send) => removeAt(send, prefix, kept));
  await connection.send(world, ['UNLINK', world]);
}

async function removeAt(send: Send, prefix: string, kept: ReadonlySet<string>): Promise<void> {
  let cursor = '0';
  do {
    // A prefix has no character that means something in a pattern.
    const pattern = `${prefix}{${prefix}[:}]*`;
    const [next = '0', keys] = listIn(await send(['SCAN', cursor, 'MATCH', pattern, 'COUNT', String(PAGE)]));
    // One command for each, since those of different worlds may be in different slots of a cluster.
    const found = textsIn(keys).filter((key) => !kept.has(key));
    await Promise.all(found.map((key) => send(['UNLINK', key])));
    cursor = String(next);
  } while (cursor !== '0');
}
