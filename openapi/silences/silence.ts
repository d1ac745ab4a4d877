import { readFileSync } from 'node:fs';
import { once, parseYaml } from '../contract';
import { packageFile } from '../package/package-file';
import type { SilenceId } from './choices';

/** What an API description leaves open, as `openapi/silences.schema.json` describes it. */
export interface Silence {
  readonly id: SilenceId;
  readonly about: 'requests' | 'records' | 'errors' | 'limits' | 'replies' | 'connections';
  readonly question: string;
  /** The first one is the mock's own. */
  readonly options: readonly SilenceOption[];
  /** How often a server may change its mind. */
  readonly varies: 'request' | 'world';
  /** What any server may do. */
  readonly lawful: string;
}

export interface SilenceOption {
  readonly id: string;
  /** One sentence. */
  readonly means: string;
  /** What it looks like. */
  readonly example: string;
}

const FILE = 'openapi/silences.yaml';

/** All silences, in the order of their file, which is read when somebody first asks. A test holds it to its schema. */
export const silences = once(
  (): readonly Silence[] => parseYaml(FILE, readFileSync(packageFile(FILE), 'utf8')) as readonly Silence[],
);
