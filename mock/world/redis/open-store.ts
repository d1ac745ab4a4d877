import type { StoreInUse } from '../stores/status';
import type { Stores } from '../stores/stores';
import { connect, type LastingConnection } from './connection/connection';
import { shownUrl } from './connection/url';
import type { JournalTerms } from './journal/journals';
import { removeAll } from './remove-all';
import { type SharedKeys, sharedKeys } from './state/keys';
import { redisStores } from './stores';
import { agreeOn, differenceOf, ensureServable, isServable, readTerms, type Terms } from './terms';

export interface StoreOptions {
  /** `redis://[user:password@]host[:port][/db]`, or `rediss://` for TLS. */
  readonly url: string;
  /** What all keys begin with: the same for all replicas of one mock. */
  readonly prefix: string;
  /** Whether what is there is removed. */
  readonly reset: boolean;
  readonly terms: Terms;
  readonly journal: JournalTerms;
  /** Called with a sentence about what others were started with otherwise. */
  readonly notice: (text: string) => void;
}

interface OpenStore {
  readonly stores: Stores;
  readonly store: StoreInUse;
  /** Calls back each time that Redis has lost all that was stored: the API keys have to be stored again. */
  onEmptied(hear: () => void): void;
}

/**
 * Opens the stores that several replicas share: the first one notes what it was started with, and one of another contract or
 * another version is refused, since it would take what is stored for something else.
 *
 * @throws StoreUnavailable where no Redis answers there, or one that can't be used
 * @throws UsageError where what is there was stored by a mock of another contract or version
 */
export async function openStore({ url, prefix, reset, terms, journal, notice }: StoreOptions): Promise<OpenStore> {
  const keys = sharedKeys(prefix);
  const connection = await connect({ url, probeKey: `${keys.terms}:probe` });
  try {
    const onEmptied: (() => void)[] = [];
    const stored = await agreeOn(connection, keys, terms, reset);
    if (reset) {
      // Those of another document go before, and the others begin anew after it.
      await connection.publish(keys.channel, RESET);
      await removeAll(connection, prefix);
      await connection.publish(keys.channel, RESET);
    }
    if (stored !== undefined && !reset) {
      ensureServable(stored, terms, shownUrl(url), prefix);
      const difference = differenceOf(stored, terms);
      if (difference !== undefined) notice(difference);
    }
    await lookForChanges(connection, keys, terms, () => {
      for (const hear of onEmptied) hear();
    });
    return {
      stores: await redisStores(connection, prefix, journal),
      store: { kind: 'redis', place: shownUrl(url), status: () => connection.status, onStatus: connection.onStatus },
      onEmptied: (hear) => {
        onEmptied.push(hear);
      },
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** Announces on the channel of all replicas that one of them has removed everything. */
const RESET = 'reset';

/**
 * Where another mock has begun anew with the same prefix, by another document or version, this one has nothing to do there any
 * more: it would mix up what both store.
 *
 * @param emptied called where nothing is stored there any more
 */
async function lookForChanges(
  connection: LastingConnection,
  keys: SharedKeys,
  own: Terms,
  emptied: () => void,
): Promise<void> {
  const look = async (): Promise<void> => {
    const stored = await readTerms(connection, keys);
    if (stored === undefined) {
      await agreeOn(connection, keys, own, false);
      emptied();
    } else if (!isServable(stored, own)) connection.bar(BARRED);
  };
  // What can't be asked now is asked when the connection is there again.
  const lookLater = (): Promise<void> => look().catch(() => {});
  await connection.subscribe(keys.channel, (message) => {
    if (message === RESET) void lookLater().then(connection.tellBack);
  });
  connection.onBack(() => void lookLater());
}

const BARRED =
  'A mock of another document or version was started with --store-reset, and has removed what this one had stored. ' +
  'Start this one again with another --store-prefix.';
