import type { Access } from '../control/access';
import { realTime } from '../world/memory/real-time';
import { memoryStores } from '../world/memory/stores';
import { OWN_MEMORY, type StoreInUse } from '../world/stores/status';
import type { Stores } from '../world/stores/stores';
import { storeBoundsOf } from './bounds';
import { storedEntryFor } from './engine';
import type { Inputs } from './inputs';
import type { Options } from './options';

interface OpenStores {
  readonly stores: Stores;
  readonly store: StoreInUse;
  /**
   * To be called once the start has succeeded: what others are compared with is as before until then.
   *
   * @throws StoreUnavailable
   */
  settle(): Promise<void>;
  /** Calls back each time that the store has lost everything: the API keys have to be stored again. */
  onEmptied(hear: () => void): void;
}

/**
 * The stores that the options ask for.
 *
 * @param notice called with a sentence about what is missing in a journal, and what was stored by mocks with other options
 * @throws StoreUnavailable where a Redis does not answer
 * @throws UsageError where it has what a mock of another contract or version has stored, or others run that were started
 *   otherwise
 * @throws StoreFull where there is no room for the fixtures
 */
export async function storesFor(
  options: Options,
  inputs: Inputs,
  access: Access,
  notice: (text: string) => void,
): Promise<OpenStores> {
  const bounds = storeBoundsOf(options);
  const { store: url, storePrefix: prefix, storeReset: reset } = options;
  if (url === undefined)
    return { stores: memoryStores(realTime, bounds), store: OWN_MEMORY, async settle() {}, onEmptied() {} };
  // Loaded where it is asked for, since few runs need it. The casts are true: they are the types of those files.
  const { openStore } = require('../world/redis/open-store') as typeof import('../world/redis/open-store');
  const { sharedTerms } = require('./shared-terms') as typeof import('./shared-terms');
  const terms = sharedTerms(options, inputs);
  const journal = { mostBytes: bounds.journals, storedEntry: storedEntryFor(inputs.contract, access), notice };
  const world = { maxRecords: options.maxRecords, fixtures: inputs.fixtures };
  return openStore({ url, prefix, reset, terms, world, journal, notice });
}
