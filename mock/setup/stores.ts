import type { Contract } from '../../openapi/contract';
import type { Access } from '../control/access';
import { realTime } from '../world/memory/real-time';
import { memoryStores } from '../world/memory/stores';
import type { Stores } from '../world/stores/stores';
import { storeBoundsOf } from './bounds';
import { storedEntryFor } from './engine';
import type { Options } from './options';

/**
 * The stores that the options ask for.
 *
 * @param notice called with a sentence about what is missing in a journal
 * @throws StoreUnavailable where a Redis does not answer
 */
export async function storesFor(
  options: Options,
  contract: Contract,
  access: Access,
  notice: (text: string) => void,
): Promise<Stores> {
  const bounds = storeBoundsOf(options);
  const { store, storePrefix } = options;
  if (store === undefined) return memoryStores(realTime, bounds);
  // Loaded where it is asked for, since few runs need it. The casts are true: they are the types of those files.
  const { connect } = require('../world/redis/connection') as typeof import('../world/redis/connection');
  const { redisStores } = require('../world/redis/stores') as typeof import('../world/redis/stores');
  const journal = { mostBytes: bounds.journals, storedEntry: storedEntryFor(contract, access), notice };
  return redisStores(await connect({ url: store }), storePrefix, journal);
}
