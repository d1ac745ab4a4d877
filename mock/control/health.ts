import { version } from '../../openapi/program/version';
import type { World } from '../world/stores/model';
import { type Credential, credentialsOf } from './credentials';
import { readMemory } from './memory';
import type { ControlEngine } from './model';
import { shuttingDown } from './problems';
import type { ShownMemory } from './shown-memory';

/** What the mock says of itself. */
export interface Health {
  /** Whether it takes requests: not while it shuts down. */
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
  readonly warnings: readonly string[];
  /** Null for those who may not use the control plane. */
  readonly memory: ShownMemory | null;
  /** The session that was asked for it; null for the default world. */
  readonly session: { readonly id: string; readonly name: string | null } | null;
}

/** @param isTrusted whether who asks may use the control plane; others are told neither of files nor of memory */
export async function readHealth(engine: ControlEngine, world: World, isTrusted: boolean): Promise<Health> {
  const { contract, worlds, startedAt, warnings, readiness, secrets, log } = engine;
  return {
    ready: readiness.isReady,
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
    worlds: 1 + (await worlds.sessions()).length,
    droppedLogLines: log.dropped(),
    droppedJournalEntries: worlds.droppedEntries(),
    refusedConnections: engine.refused.connections,
    warnings: isTrusted ? warnings.list().map(secrets.inText) : [],
    memory: isTrusted ? await readMemory(engine.memory) : null,
    session: world === worlds.main ? null : { id: world.id, name: world.name ?? null },
  };
}

/** Whoever gets this answer knows that the mock lives, ready or not. */
export const readLiveness = (): Pick<Health, 'live'> => ({ live: true });

/** @throws Problem 503 while the mock is not ready */
export function readReadiness({ readiness }: ControlEngine): Pick<Health, 'ready'> {
  if (!readiness.isReady) throw shuttingDown();
  return { ready: true };
}
