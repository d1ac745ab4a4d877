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
  /** Calls back each time that the store has lost everything: the API keys have to be stored again. */
  onEmptied(hear: () => void): void;
}

/**
 * The stores that the options ask for.
 *
 * @param notice called with a sentence about what is missing in a journal, and in what others were started otherwise
 * @throws StoreUnavailable where a Redis does not answer
 * @throws UsageError where it has what a mock of another contract or version has stored
 */
export async function storesFor(
  options: Options,
  inputs: Inputs,
  access: Access,
  notice: (text: string) => void,
): Promise<OpenStores> {
  const bounds = storeBoundsOf(options);
  const { store: url, storePrefix: prefix, storeReset: reset } = options;
  if (url === undefined) return { stores: memoryStores(realTime, bounds), store: OWN_MEMORY, onEmptied() {} };
  // Loaded where it is asked for, since few runs need it. The casts are true: they are the types of those files.
  const { openStore } = require('../world/redis/open-store') as typeof import('../world/redis/open-store');
  const { sharedTerms } = require('./shared-terms') as typeof import('./shared-terms');
  const terms = sharedTerms(options, inputs);
  const journal = { mostBytes: bounds.journals, storedEntry: storedEntryFor(inputs.contract, access), notice };
  return openStore({ url, prefix, reset, terms, journal, notice });
}
