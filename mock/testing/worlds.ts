import type { Contract } from '../../openapi/contract';
import { NO_FIXTURES } from '../resources/fixtures';
import { memoryStores } from '../world/memory/stores';
import type { World } from '../world/stores/model';
import type { Stores } from '../world/stores/stores';
import { createWorld, type WorldOptions } from '../world/world';

/** A world of a contract; by default empty, without keys and bans. */
export const worldOf = (
  contract: Contract,
  options: Partial<WorldOptions> = {},
  stores: Stores = memoryStores(),
): Promise<World> =>
  createWorld(
    {
      id: 'w',
      contract,
      fixtures: NO_FIXTURES,
      keys: [],
      planLimits: true,
      bans: { after: 0, seconds: 0 },
      journalSize: 10,
      maxRecords: 1000,
      ownsFixtures: true,
      seed: 1,
      ...options,
    },
    stores,
  );
