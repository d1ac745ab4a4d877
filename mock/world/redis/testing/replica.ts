import { loadContract, SHIPPED_DOCUMENT } from '../../../../openapi/contract';
import { accessOf } from '../../../control/access';
import { createLog } from '../../../observe/log';
import { type Served, serve } from '../../../server/served';
import { createEngine, storedEntryFor } from '../../../setup/engine';
import type { Worlds, WorldsOptions } from '../../model';
import { createWorlds } from '../../worlds';
import type { LastingConnection } from '../connection/connection';
import { redisStores } from '../stores';
import { UNHIDDEN } from './journal-terms';

/** The whole mock, on stores in Redis. */
export interface Replica {
  readonly worlds: Worlds;
  readonly served: Served;
}

/** @param options what is other than in most tests */
export async function makeReplica(
  connection: LastingConnection,
  options: Partial<WorldsOptions> = {},
): Promise<Replica> {
  const contract = await loadContract(SHIPPED_DOCUMENT);
  const figures = {
    ...{ planLimits: true, bans: { after: 0, seconds: 0 }, journalSize: 100, maxRecords: 1000, maxSessions: 5 },
    ...{ seed: 1, fixtures: new Map(), keys: [] },
  };
  const access = accessOf({ admin: true, adminToken: undefined, host: '127.0.0.1' });
  const stores = await redisStores(connection, 'test', { ...UNHIDDEN, storedEntry: storedEntryFor(contract, access) });
  const worlds = await createWorlds({ contract, ...figures, ...options }, stores);
  const engine = createEngine(contract, worlds, {
    ...{ cors: [], checkReplies: true, keepRemoved: false, demoKey: undefined },
    access,
    log: createLog('silent', process.stderr),
  });
  return { worlds, served: serve({ engine }) };
}
