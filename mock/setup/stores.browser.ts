import { realTime } from '../world/memory/clock';
import { memoryStores } from '../world/memory/stores';
import { OWN_MEMORY } from '../world/stores/store';
import { storeBoundsOf } from './bounds';
import type { Options } from './options';

/** A page has its own memory alone. */
export const storesFor = async (options: Options) => ({
  stores: memoryStores(realTime, storeBoundsOf(options)),
  store: OWN_MEMORY,
  async settle() {},
  onEmptied() {},
});
