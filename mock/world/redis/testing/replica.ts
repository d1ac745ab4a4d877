import { loadContract, SHIPPED_DOCUMENT } from '../../../../openapi/contract';
import { storedEntryFor } from '../../../setup/stores';
import { mockOnStores, type OnStores, OWN_ACCESS } from '../../../testing/on-stores';
import type { WorldsOptions } from '../../model';
import type { LastingConnection } from '../connection/connection';
import type { JournalTerms } from '../journal/journal';
import { redisStores } from '../stores';

/** The whole mock, on stores in Redis. */
export interface Replica extends OnStores {
  /** @param key the value of an API key */
  ask(key: string, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Asks the control plane. */
  control(method: string, path: string, body?: unknown): Promise<Response>;
}

/** Of journals from which nothing is hidden. */
export const UNHIDDEN: JournalTerms = { mostBytes: 2 ** 26, storedEntry: () => (entry) => entry, notice: () => {} };

/** @param options what is other than in most tests */
export async function makeReplica(
  connection: LastingConnection,
  options: Partial<WorldsOptions> = {},
): Promise<Replica> {
  const contract = await loadContract(SHIPPED_DOCUMENT);
  const storedEntry = storedEntryFor(contract, OWN_ACCESS);
  const mock = await mockOnStores(
    contract,
    await redisStores(connection, 'test', { ...UNHIDDEN, storedEntry }),
    options,
  );
  const ask: Replica['ask'] = (key, method, path, body, headers = {}) =>
    mock.served.fetch(`http://127.0.0.1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return { ...mock, ask, control: (method, path, body) => ask('none', method, `/__admin${path}`, body) };
}

/** An API key as a mock is given it. */
export const issuedKey = (name: string, requests: number) => ({
  value: `value-of-${name}`,
  key: { name, plan: 'Free', allowances: [{ window: 'day', requests, seconds: 86_400 }], revoked: false },
});
