import type { Exchange, Request } from '../exchange/exchange';
import type { Governor } from './governor';
import type { Keyring } from './keyring';

/**
 * A governor that renews the main key: before a request where the key has had its time, and once where the server refuses it,
 * which then gets the request again. All requests that go together go with one key.
 */
export function renewing(governor: Governor, keyring: Keyring): Governor {
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
    const again = await governor.send(exchange.request, exchange.sentBy, provoking);
    isInVain = isRefused(again);
    return again;
  };

  return {
    get sent() {
      return governor.sent;
    },
    get left() {
      return governor.left;
    },
    keepBack: governor.keepBack,
    wait: governor.wait,
    async send(request, sentBy, provoking) {
      await refreshFor([request]);
      return unlessRefused(await governor.send(request, sentBy, provoking), provoking);
    },
    async sendTogether(requests, sentBy, provoking) {
      await refreshFor(requests);
      const exchanges: Exchange[] = [];
      for (const exchange of await governor.sendTogether(requests, sentBy, provoking))
        exchanges.push(await unlessRefused(exchange, provoking));
      return exchanges;
    },
  };
}

/** Whether a request carries the main key: an operation that asks for none gets none. */
const isKeyed = ({ credential, operation }: Request): boolean => credential === 'main' && operation.security.length > 0;

/** Only the main key is meant to be served: what has a wrong one or none is refused on purpose. */
const isRefused = ({ response }: Exchange): boolean => response?.status === 401;
