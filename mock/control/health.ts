import { version } from '../../openapi/program/version';
import type { World } from '../world/stores/model';
import { type Credential, credentialsOf } from './credentials';
import type { ControlEngine } from './model';

/** What the mock says of itself. */
export interface Health {
  readonly ready: boolean;
  readonly version: string;
  readonly contract: {
    readonly title: string;
    readonly version: string;
    readonly prefix: string;
    readonly credentials: readonly Credential[];
  };
  readonly uptimeSeconds: number;
  readonly worlds: number;
  readonly warnings: readonly string[];
  /** The session that was asked for it; null for the default world. */
  readonly session: { readonly id: string; readonly name: string | null } | null;
}

export async function readHealth(
  { contract, worlds, startedAt, warnings }: ControlEngine,
  world: World,
): Promise<Health> {
  return {
    ready: true,
    version: version(),
    contract: {
      title: contract.title,
      version: contract.version,
      prefix: contract.prefix,
      credentials: credentialsOf(contract),
    },
    uptimeSeconds: Math.round(performance.now() - startedAt) / 1000,
    worlds: 1 + (await worlds.sessions()).length,
    warnings: warnings.list(),
    session: world === worlds.main ? null : { id: world.id, name: world.name ?? null },
  };
}
