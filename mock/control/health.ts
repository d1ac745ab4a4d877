import { version } from '../../openapi/package/package-file';
import type { Problem } from '../errors/problems';
import { storeUnavailable } from '../errors/problems';
import { StoreUnavailable } from '../world/stores/failures';
import type { World } from '../world/stores/model';
import { type Credential, credentialsOf } from './credentials';
import { readMemory } from './memory';
import type { ControlEngine } from './model';
import { shuttingDown } from './problems';
import { type ShownChoices, shownChoices } from './shown-choices';
import type { ShownMemory } from './shown-memory';
import { type ShownStore, shownStore } from './shown-store';

/** What the mock says of itself. */
export interface Health {
  /** Whether it takes requests: not while it shuts down, or its store is out of reach. */
  readonly ready: boolean;
  /** Whether it answers at all. */
  readonly live: boolean;
  readonly version: string;
  readonly contract: {
    readonly title: string;
    readonly version: string;
    /** ISO 8601. */
    readonly readAt: string;
    readonly prefix: string;
    readonly credentials: readonly Credential[];
  };
  readonly uptimeSeconds: number;
  readonly worlds: number;
  /** Lines that nobody took, since the start. */
  readonly droppedLogLines: number;
  /** Requests of this process that a shared store has not taken into a journal in time, since the start. */
  readonly droppedJournalEntries: number;
  /** Connections beyond the most, since the start. */
  readonly refusedConnections: number;
  readonly store: ShownStore;
  readonly warnings: readonly string[];
  /** Null for those who may not use the control plane. */
  readonly memory: ShownMemory | null;
  /** The session that was asked for it; null for the default world. */
  readonly session: { readonly id: string; readonly name: string | null } | null;
  readonly choices: ShownChoices;
}

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

/** Whoever gets this answer knows that the mock lives, ready or not. */
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
