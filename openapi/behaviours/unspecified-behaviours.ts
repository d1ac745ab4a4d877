import { once, parseYaml } from '../contract';
import { packageText } from '../package/package-file';
import type { BehaviourId } from './options';

/** What an API description leaves open, as `openapi/silences.schema.json` describes it. */
export interface UnspecifiedBehaviour {
  readonly id: BehaviourId;
  readonly about: 'requests' | 'records' | 'errors' | 'limits' | 'replies' | 'connections';
  readonly question: string;
  /** The first one is the mock's own. */
  readonly options: readonly BehaviourOption[];
  /** Whether the behaviour may differ between requests, or between worlds alone. */
  readonly varies: 'request' | 'world';
  /** What any server may do. */
  readonly lawful: string;
}

interface BehaviourOption {
  readonly id: string;
  /** One sentence. */
  readonly means: string;
  /** What it looks like. */
  readonly example: string;
}

const FILE = 'openapi/silences.yaml';

/** All unspecified behaviours, in the order of their file, which is read at the first call. A test holds it to its schema. */
export const unspecifiedBehaviours = once(
  (): readonly UnspecifiedBehaviour[] => parseYaml(FILE, packageText(FILE)) as readonly UnspecifiedBehaviour[],
);
