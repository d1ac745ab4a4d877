import { version } from '../../openapi/program/version';
import type { ControlEngine } from './model';

interface Health {
  readonly ready: boolean;
  readonly version: string;
  readonly contract: { readonly title: string; readonly version: string };
  readonly uptimeSeconds: number;
  readonly worlds: number;
}

export async function readHealth({ contract, worlds, startedAt }: ControlEngine): Promise<Health> {
  return {
    ready: true,
    version: version(),
    contract: { title: contract.title, version: contract.version },
    uptimeSeconds: Math.round(performance.now() - startedAt) / 1000,
    worlds: 1 + (await worlds.sessions()).length,
  };
}
