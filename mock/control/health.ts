import { version } from '../../openapi/package/package-file';
import type { Health } from '../../openapi/types/control';
import type { Problem } from '../errors/problems';
import { storeUnavailable } from '../errors/problems';
import { StoreUnavailable } from '../world/stores/failures';
import type { World } from '../world/stores/model';
import type { StoreInUse } from '../world/stores/status';
import { shownChoices } from './choices';
import { credentialsOf } from './credentials';
import { readMemory } from './memory';
import type { ControlEngine } from './model';
import { shuttingDown } from './problems';

/** @param isTrusted whether who asks may use the control plane; others are told neither of files nor of memory */
export async function readHealth(engine: ControlEngine, world: World, isTrusted: boolean): Promise<Health> {
  const { contract, worlds, startedAt, warnings, secrets, log } = engine;
  return {
    ready: whyNotReady(engine) === undefined,
    live: true,
    version: version(),
    contract: {
      title: contract.title,
      version: contract.version,
      readAt: new Date(engine.readAt).toISOString(),
      prefix: contract.prefix,
      credentials: credentialsOf(contract),
    },
    uptimeSeconds: Math.round(performance.now() - startedAt) / 1000,
    worlds: await countOf(worlds),
    droppedLogLines: log.dropped(),
    droppedJournalEntries: worlds.droppedEntries(),
    refusedConnections: engine.refused.connections,
    store: shownStore(engine.store),
    warnings: isTrusted ? warnings.list().map(secrets.inText) : [],
    memory: isTrusted ? await readMemory(engine.memory) : null,
    session: world === worlds.main ? null : { id: world.id, name: world.name ?? null },
    choices: shownChoices(world.state.choices.chosen, contract.silences),
  };
}

function shownStore({ kind, status }: StoreInUse): Health['store'] {
  const { reason, since } = status();
  if (reason === undefined) return { kind, state: 'ok', reason: null, since: null };
  return { kind, state: 'degraded', reason, since: new Date(since).toISOString() };
}

/** A client that gets this answer knows that the mock lives, ready or not. */
export const readLiveness = (): Pick<Health, 'live'> => ({ live: true });

/** @throws Problem 503 while the mock is not ready */
export function readReadiness(engine: ControlEngine): Pick<Health, 'ready'> {
  const problem = whyNotReady(engine);
  if (problem !== undefined) throw problem;
  return { ready: true };
}

function whyNotReady({ readiness, store }: ControlEngine): Problem | undefined {
  if (!readiness.isReady) return shuttingDown();
  const { reason } = store.status();
  return reason === undefined ? undefined : storeUnavailable(new StoreUnavailable(reason));
}

/** Where sessions can't be counted, those of this process. */
async function countOf(worlds: ControlEngine['worlds']): Promise<number> {
  try {
    return 1 + (await worlds.sessions()).length;
  } catch (error) {
    if (error instanceof StoreUnavailable) return worlds.all().length;
    throw error;
  }
}
