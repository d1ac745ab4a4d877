import { takesCredential } from '../../openapi/contract';
import type { Exchange, Request } from '../exchange/exchange';
import type { Keys } from '../exchange/keys/keys';
import { OutOfBudget } from './pace/pace';
import type { Scheduler } from './pace/scheduler';
import type { KeyRenewal } from './plan/options';

/** The keys of a run, of which the main one may change meanwhile. */
export interface Keyring {
  readonly keys: Keys;
  /** Which main key is in use, from 1. A key that comes back has the number that it had. */
  readonly number: number;
  /** How often it was renewed, by the same key as well. */
  readonly renewals: number;
  /** Another main key takes the place of one that has had its time. @throws OutOfBudget where there is none */
  refresh(): Promise<void>;
  /** Another main key takes the place of one that the server refuses. @throws OutOfBudget where there is none */
  renew(): Promise<void>;
}

export function createKeyring(given: Keys, renewal: KeyRenewal | undefined): Keyring {
  const used = [given.main];
  let main = given.main;
  let fetchedAt = Date.now();
  let failure: string | undefined;
  let renewals = 0;

  const fetchNext = async (): Promise<void> => {
    if (renewal === undefined) return;
    if (failure !== undefined) throw new OutOfBudget(failure);
    try {
      main = await renewal.fetch();
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      throw new OutOfBudget(failure);
    }
    if (!used.includes(main)) used.push(main);
    fetchedAt = Date.now();
    renewals += 1;
  };

  return {
    get keys() {
      return { ...given, main };
    },
    get number() {
      return used.indexOf(main) + 1;
    },
    get renewals() {
      return renewals;
    },
    renew: fetchNext,
    async refresh() {
      const isOver = Date.now() - fetchedAt >= (renewal?.lifeMs ?? Number.POSITIVE_INFINITY);
      if (failure !== undefined || isOver) await fetchNext();
    },
  };
}

/**
 * A scheduler that renews the main key: before a request where the key has had its time, and once where the server refuses it,
 * which then gets the request again. All requests that go together go with one key.
 */
export function renewing(scheduler: Scheduler, keyring: Keyring): Scheduler {
  /** A new key was refused as well: a further one would be no better, until one is served. */
  let isInVain = false;

  const refreshFor = async (requests: readonly Request[]): Promise<void> => {
    if (requests.some(isKeyed)) await keyring.refresh();
  };

  const unlessRefused = async (exchange: Exchange, provoking: boolean): Promise<Exchange> => {
    if (!isKeyed(exchange.request)) return exchange;
    if (!isRefused(exchange)) {
      isInVain = false;
      return exchange;
    }
    if (isInVain) return exchange;
    // Of several that were refused together the first one has had it renewed.
    if (exchange.keyNumber === keyring.number) await keyring.renew();
    const again = await scheduler.send(exchange.request, exchange.sentBy, provoking);
    isInVain = isRefused(again);
    return again;
  };

  return {
    get sent() {
      return scheduler.sent;
    },
    get left() {
      return scheduler.left;
    },
    get refusal() {
      return scheduler.refusal;
    },
    get ended() {
      return scheduler.ended;
    },
    keepBack: scheduler.keepBack,
    wait: scheduler.wait,
    async send(request, sentBy, provoking) {
      await refreshFor([request]);
      return unlessRefused(await scheduler.send(request, sentBy, provoking), provoking);
    },
    async sendTogether(requests, sentBy, provoking) {
      await refreshFor(requests);
      const exchanges: Exchange[] = [];
      for (const exchange of await scheduler.sendTogether(requests, sentBy, provoking))
        exchanges.push(await unlessRefused(exchange, provoking));
      return exchanges;
    },
  };
}

/** Whether a request carries the main key. */
const isKeyed = ({ credential, operation }: Request): boolean => credential === 'main' && takesCredential(operation);

/** Only the main key is meant to be served: what has a wrong one or none is refused on purpose. */
const isRefused = ({ response }: Exchange): boolean => response?.status === 401;
