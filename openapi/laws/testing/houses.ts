import { dirname } from 'node:path';
import { isIn } from './sources';

export interface House {
  /** What of other houses it may import; what lies below a folder named here as well. */
  readonly standsOn: readonly string[];
  /** Its folders, from the ground up. */
  readonly floors: readonly string[];
}

/**
 * The floors of each house. A folder imports from itself and from lower floors of its own house, and from what the house
 * stands on; types count. A new folder gets its line here.
 */
export const HOUSES: Readonly<Record<string, House>> = {
  'openapi/package': { standsOn: [], floors: ['openapi/package', 'openapi/package/build'] },
  'openapi/program': { standsOn: ['openapi/package'], floors: ['openapi/program'] },
  'openapi/contract': {
    standsOn: ['openapi/package'],
    floors: [
      'openapi/contract/memo',
      'openapi/contract/json',
      'openapi/contract/model',
      'openapi/contract/pattern',
      'openapi/contract/schema',
      'openapi/contract/extensions',
      'openapi/contract/repair',
      'openapi/contract/document',
      'openapi/contract/operations',
      'openapi/contract/serialization',
      'openapi/contract/resources',
      'openapi/contract/consistency',
      'openapi/contract',
    ],
  },
  'openapi/behaviours': {
    standsOn: ['openapi/contract/index.ts', 'openapi/package', 'openapi/program'],
    floors: ['openapi/behaviours'],
  },
  'openapi/types': { standsOn: ['openapi/behaviours'], floors: ['openapi/types'] },
  mock: {
    standsOn: [
      'openapi/contract/index.ts',
      'openapi/package',
      'openapi/program',
      'openapi/behaviours',
      'openapi/types',
    ],
    floors: [
      'mock/http',
      'mock/world/stores',
      'mock/world/rules',
      'mock/values',
      'mock/values/believable',
      'mock/resources',
      'mock/resources/examples',
      'mock/world/memory',
      'mock/world/redis/connection',
      'mock/world/redis/state',
      'mock/world/redis/records',
      'mock/world/redis/ledger',
      'mock/world/redis/faults',
      'mock/world/redis/journal',
      'mock/world/redis/sessions',
      'mock/world/redis',
      'mock/errors',
      'mock/behaviours',
      'mock/world',
      'mock/actions',
      'mock/observe',
      'mock/pages',
      'mock/docs',
      'mock/home',
      'mock/pipeline',
      'mock/control',
      'mock/client',
      'mock/server',
      'mock/persistence',
      'mock/watch',
      'mock/setup',
      'mock/exam',
      'mock/client/remote',
      'mock/playwright',
      'mock',
      'mock/bench',
      'mock/siege',
      'mock/console/page/model',
      'mock/console/page/link',
      'mock/home/page',
      'mock/console/page/hooks',
      'mock/console/page/parts',
      'mock/docs/page/model',
      'mock/docs/page/link',
      'mock/docs/page/parts',
      'mock/docs/page/operation',
      'mock/docs/page',
      'mock/console/page/panels',
      'mock/console/page',
    ],
  },
  conformance: {
    standsOn: [
      'openapi/contract/index.ts',
      'openapi/package',
      'openapi/program',
      'openapi/behaviours',
      'openapi/types',
    ],
    floors: [
      'conformance/files',
      'conformance/arbitraries',
      'conformance/model',
      'conformance/oracles',
      'conformance/relations',
      'conformance/silences',
      'conformance/steps',
      'conformance/engine',
      'conformance/traffic',
      'conformance/matchers',
      'conformance/baseline',
      'conformance/report',
      'conformance/comparison',
      'conformance/checks/accepted',
      'conformance/checks/changes',
      'conformance/checks/limits',
      'conformance/checks/parallel',
      'conformance/checks/connection',
      'conformance/checks/silences',
      'conformance/checks',
      'conformance/config',
      'conformance/options',
      'conformance/replay',
      'conformance/proxy',
      'conformance/commands',
      'conformance',
    ],
  },
  // On top of the suite, which it proves: the suite imports nothing of it.
  'conformance/selftest': {
    standsOn: ['conformance', 'openapi/contract/index.ts', 'openapi/program'],
    floors: [
      'conformance/selftest/server',
      'conformance/selftest/library',
      'conformance/selftest/library/faults',
      'conformance/selftest/faults',
      'conformance/selftest/lawful',
      'conformance/selftest/hostile',
      'conformance/selftest/documents',
      'conformance/selftest',
    ],
  },
};

/** The innermost house around a file. */
export const houseOf = (path: string): string | undefined =>
  Object.keys(HOUSES)
    .filter((name) => isIn(name, path))
    .sort((one, other) => other.length - one.length)[0];

/** They share a floor with their own folders, into which no other folder looks. */
const WHOLE = ['mock/bench', 'mock/siege', 'conformance/report'];

/** The folder of a file as the floors know it. */
export const folderOf = (path: string): string => WHOLE.find((folder) => isIn(folder, path)) ?? dirname(path);

/** From the ground up; undefined where the folder has no floor. */
export function floorOf(path: string): number | undefined {
  const floor = HOUSES[houseOf(path) ?? '']?.floors.indexOf(folderOf(path)) ?? -1;
  return floor < 0 ? undefined : floor;
}
