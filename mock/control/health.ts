import type { Contract, SecurityScheme } from '../../openapi/contract';
import { version } from '../../openapi/package/package-file';
import type { Credential, Health } from '../../openapi/types/control';
import { type Problem, storeUnavailable } from '../errors/problems';
import { schemesAccepted } from '../pipeline/authenticate';
import type { World } from '../world/stores/model';
import { type StoreInUse, StoreUnavailable } from '../world/stores/store';
import { shownChoices } from './choices';
import type { ControlEngine, Memory } from './model';
import { shuttingDown } from './problems';

/** @param isTrusted whether the client may use the control plane; others see neither files nor memory */
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
    choices: shownChoices(world.state.choices.chosen, contract.leftOpen),
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

/** Each way to send an API key, in the order in which the contract mentions them. */
export const credentialsOf = (contract: Contract): readonly Credential[] => schemesAccepted(contract).map(credentialOf);

/** How a request carries the credential of a scheme. */
export const credentialOf = (scheme: SecurityScheme): Credential =>
  scheme.kind === 'apiKey'
    ? { in: scheme.in, name: scheme.parameter }
    : { in: 'header', name: 'Authorization', scheme: wordOf(scheme) };

const wordOf = (scheme: Exclude<SecurityScheme, { kind: 'apiKey' }>): string =>
  scheme.kind === 'http' ? scheme.scheme : scheme.kind === 'bearer' ? 'Bearer' : 'Basic';

async function readMemory({ mostBytes, parts }: Memory): Promise<Health['memory']> {
  const shown = parts.map(async (part) => ({
    name: part.name,
    mostBytes: part.mostBytes,
    usedBytes: (await part.usedBytes?.()) ?? null,
  }));
  return { mostBytes, residentBytes: residentBytes(), parts: await Promise.all(shown) };
}

/** Asking opens a file, for which a file descriptor has to be left. */
export function residentBytes(): number | null {
  try {
    return process.memoryUsage.rss();
  } catch {
    return null;
  }
}
