import { loadContract, SHIPPED_DOCUMENT } from '../../../../openapi/contract';
import { storedEntryFor } from '../../../setup/stores';
import { mockOnStores, type OnStores, OWN_ACCESS } from '../../../testing/on-stores';
import type { WorldsOptions } from '../../model';
import type { LastingConnection } from '../connection/connection';
import { redisStores } from '../stores';
import { UNHIDDEN } from './journal-terms';

/** The whole mock, on stores in Redis. */
export type Replica = OnStores;

/** @param options what is other than in most tests */
export async function makeReplica(
  connection: LastingConnection,
  options: Partial<WorldsOptions> = {},
): Promise<Replica> {
  const contract = await loadContract(SHIPPED_DOCUMENT);
  const storedEntry = storedEntryFor(contract, OWN_ACCESS);
  return mockOnStores(contract, await redisStores(connection, 'test', { ...UNHIDDEN, storedEntry }), options);
}
