import { dirname } from 'node:path';
import { isIn } from './sources';

interface Part {
  /** What of other parts it may import; what lies below a folder named here as well. */
  readonly standsOn: readonly string[];
  /** Its folders, from the ground up. */
  readonly layers: readonly string[];
}

/**
 * The layers of each part of the project. A folder imports from itself and from lower layers of its own part, and
 * from what the part stands on; types count. A new folder gets its line here.
 *
 * Where an import is refused: move what both need to the lower folder, or hand it down as an argument, as
 * `conformance/run/run.ts` is given the checks. Do not change the table to please an import.
 */
export const LAYERS: Readonly<Record<string, Part>> = {
  'openapi/package': { standsOn: [], layers: ['openapi/package', 'openapi/package/build'] },
  'openapi/program': { standsOn: ['openapi/package'], layers: ['openapi/program'] },
  'openapi/contract': {
    standsOn: ['openapi/package'],
    layers: [
      'openapi/contract/memo',
      'openapi/contract/json',
      'openapi/contract/model',
      'openapi/contract/pattern',
      'openapi/contract/interpreter',
      'openapi/contract/schema',
      'openapi/contract/values',
      'openapi/contract/extensions',
      'openapi/contract/repair',
      'openapi/contract/document',
      'openapi/contract/operations',
      'openapi/contract/serialization',
      'openapi/contract/records',
      'openapi/contract/lists',
      'openapi/contract/resources',
      'openapi/contract/consistency',
      'openapi/contract',
    ],
  },
  'openapi/behaviours': {
    standsOn: ['openapi/contract/index.ts', 'openapi/package', 'openapi/program'],
    layers: ['openapi/behaviours'],
  },
  'openapi/types': { standsOn: ['openapi/behaviours'], layers: ['openapi/types'] },
  mock: {
    standsOn: [
      'openapi/contract/index.ts',
      'openapi/package',
      'openapi/program',
      'openapi/behaviours',
      'openapi/types',
    ],
    layers: [
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
      'mock/actions/custom',
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
      'mock/browser/node',
      'mock/browser',
      'mock/worker',
      'mock/fixtures',
      'mock',
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
    layers: [
      'conformance/files',
      'conformance/arbitraries',
      'conformance/exchange',
      'conformance/exchange/keys',
      'conformance/verdict',
      'conformance/records',
      'conformance/records/states',
      'conformance/records/related',
      'conformance/records/lists',
      'conformance/records/clues',
      'conformance/records/figures',
      'conformance/requests',
      'conformance/requests/bodies',
      'conformance/wire',
      'conformance/rules',
      'conformance/rules/oracles',
      'conformance/rules/relations',
      'conformance/unspecified',
      'conformance/judge',
      'conformance/steps',
      'conformance/steps/ways',
      'conformance/steps/paths',
      'conformance/run/pace',
      'conformance/run/plan',
      'conformance/run',
      'conformance/traffic',
      'conformance/matchers',
      'conformance/baseline',
      'conformance/report',
      'conformance/comparison',
      'conformance/checks/pages',
      'conformance/checks/changes',
      'conformance/checks/limits',
      'conformance/checks/parallel',
      'conformance/checks/idempotency',
      'conformance/checks/input',
      'conformance/checks/conditional',
      'conformance/checks/states',
      'conformance/checks/jobs',
      'conformance/checks/related',
      'conformance/checks/access',
      'conformance/checks/connection',
      'conformance/checks',
      'conformance/config',
      'conformance/options',
      'conformance/replay',
      'conformance/proxy',
      'conformance/commands',
      'conformance',
    ],
  },
  // Tools stand on the programs, which import nothing of them.
  'tools/bench': {
    standsOn: ['mock', 'openapi/contract/index.ts', 'openapi/package', 'openapi/program'],
    layers: ['tools/bench'],
  },
  'tools/fuzz': {
    standsOn: ['mock', 'tools/bench', 'openapi/contract/index.ts', 'openapi/package', 'openapi/program'],
    layers: ['tools/fuzz'],
  },
  'tools/selftest': {
    standsOn: ['conformance', 'openapi/contract/index.ts', 'openapi/program'],
    layers: [
      'tools/selftest/server',
      'tools/selftest/library',
      'tools/selftest/jobs',
      'tools/selftest/reach',
      'tools/selftest/depot',
      'tools/selftest/venue/server',
      'tools/selftest/venue',
      'tools/selftest/faults',
      'tools/selftest/lawful',
      'tools/selftest/hostile',
      'tools/selftest',
    ],
  },
  'tools/papers': {
    standsOn: [
      'conformance',
      'mock',
      'openapi/behaviours',
      'openapi/contract/index.ts',
      'openapi/package',
      'openapi/program',
    ],
    layers: ['tools/papers'],
  },
  'tools/documents': { standsOn: ['openapi/contract/index.ts', 'openapi/program'], layers: ['tools/documents'] },
};

/** Folders of more than a dozen modules, each with the reason why it is one idea all the same. */
export const LARGER: Readonly<Record<string, { readonly most: number; readonly reason: string }>> = {
  'conformance/checks/input': { most: 16, reason: 'one module for each way in which a body or a query is odd' },
  'conformance/exchange': { most: 16, reason: 'one module for each part of a request and its reply' },
  'conformance/rules/oracles': { most: 18, reason: 'one module for each oracle, or for some of one subject' },
  'conformance/rules/relations': { most: 18, reason: 'one module for each relation, or for some of one subject' },
  'mock/actions': { most: 20, reason: 'one module for each kind of operation, and for what several of them need' },
  'mock/console/page/panels': { most: 26, reason: 'one module for each panel, and for each form in one' },
  'mock/control': { most: 40, reason: 'one module for each part of the control plane' },
  'mock/docs/page/model': { most: 18, reason: 'one module for each part of a document' },
  'mock/pipeline': { most: 22, reason: 'one module for each stage' },
  'mock/server': { most: 18, reason: 'one module for each part of a connection' },
};

/** The innermost part around a file. */
export const partOf = (path: string): string | undefined =>
  Object.keys(LAYERS)
    .filter((name) => isIn(name, path))
    .sort((one, other) => other.length - one.length)[0];

/** They share a layer with their own folders, into which no other folder looks. */
const WHOLE = ['tools/bench', 'tools/fuzz', 'conformance/report'];

/** The folder of a file as the layers know it. */
export const folderOf = (path: string): string => WHOLE.find((folder) => isIn(folder, path)) ?? dirname(path);

/** From the ground up; undefined where the folder has no layer. */
export function layerOf(path: string): number | undefined {
  const layer = LAYERS[partOf(path) ?? '']?.layers.indexOf(folderOf(path)) ?? -1;
  return layer < 0 ? undefined : layer;
}
