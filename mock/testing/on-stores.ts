import type { Contract } from '../../openapi/contract';
import { accessOf } from '../control/access';
import { createLog } from '../observe/log';
import { createExamples } from '../resources/examples/examples';
import { type Served, serve } from '../server/app';
import { beginning, engineOf } from '../setup/engine';
import type { Worlds, WorldsOptions } from '../world/model';
import { OWN_MEMORY } from '../world/stores/store';
import type { Stores } from '../world/stores/stores';
import { createWorlds } from '../world/worlds';

/** The whole mock, on stores that were given. */
export interface OnStores {
  readonly worlds: Worlds;
  readonly served: Served;
}

/** The control plane of a mock that the same machine alone can reach. */
export const OWN_ACCESS = accessOf({ admin: true, adminToken: undefined, host: '127.0.0.1' });

/** @param options what is other than in most tests, fixtures and keys above all */
export async function mockOnStores(
  contract: Contract,
  stores: Stores,
  options: Partial<WorldsOptions> = {},
): Promise<OnStores> {
  const figures = {
    ...{ planLimits: true, bans: { after: 0, seconds: 0 }, journalSize: 100, maxRecords: 1000, maxSessions: 5 },
    ...{ seed: 1, fixtures: new Map(), keys: [] },
    examplesOf: (count: number, seed: number) => createExamples(contract, { seed, now: 0, notice() {}, count }),
  };
  const worlds = await createWorlds({ contract, ...figures, ...options }, stores);
  const log = createLog('silent', process.stderr);
  const memory = { mostBytes: Number.MAX_SAFE_INTEGER, parts: [] };
  const engine = engineOf(
    { cors: [], checkReplies: true, keepRemoved: false, fixtures: undefined },
    { contract, examples: undefined, areShipped: false, keys: [] },
    beginning({ worlds, log, access: OWN_ACCESS, memory, store: OWN_MEMORY }),
  );
  return { worlds, served: serve({ engine }) };
}
