import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { load } from 'js-yaml';
import { SHIPPED_DOCUMENT } from './contract';

/** What DESIGN calls laws, where a machine can see to them. */
const ROOT = join(__dirname, '..');
interface File {
  readonly path: string;
  readonly text: string;
  /** Repository paths, without their ending; of packages nothing. */
  readonly imports: readonly { readonly path: string; readonly typeOnly: boolean }[];
}

const FOLDERS = ['openapi/program', 'openapi/contract', 'mock', 'conformance'];

const engine = FOLDERS.flatMap((folder) => sources(join(ROOT, folder)))
  .filter((path) => !/\.test\.ts$|\.behaviour\.ts$|\/(testing|selftest)\//.test(path))
  .map(readFile);

describe('the document is the single source', () => {
  test('there is code to look at', () => {
    expect(engine.length).toBeGreaterThan(40);
  });

  test.each(wordsOfTheApi())('no engine code has the word "%s" of the API', (word) => {
    const found = engine.filter(({ text }) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(text));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  test('and none has the words in another case or number', () => {
    const found = engine.filter(({ text }) =>
      /\bpets?\b|\bcategor(y|ies)\b|\banimals?\b(?!-store)/i.test(withoutShippedNames(text)),
    );
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});

/**
 * The floors of each house, from the ground up. A folder imports from itself and from lower floors of its own house, and
 * from the houses that it stands on; types count. A new folder gets its line here.
 */
const HOUSES: Readonly<Record<string, { readonly standsOn: readonly string[]; readonly floors: readonly string[] }>> = {
  'openapi/program': { standsOn: [], floors: ['openapi/program'] },
  'openapi/contract': {
    standsOn: [],
    floors: [
      'openapi/contract/memo',
      'openapi/contract/json',
      'openapi/contract/model',
      'openapi/contract/schema',
      'openapi/contract/extensions',
      'openapi/contract/document',
      'openapi/contract/operations',
      'openapi/contract/paths',
      'openapi/contract/resources',
      'openapi/contract/consistency',
      'openapi/contract',
    ],
  },
  mock: {
    standsOn: ['openapi/contract/index', 'openapi/program'],
    floors: [
      'mock/http',
      'mock/world/stores',
      'mock/world/rules',
      'mock/values',
      'mock/resources',
      'mock/world/memory',
      'mock/world',
      'mock/errors',
      'mock/actions',
      'mock/observe',
      'mock/pages',
      'mock/docs',
      'mock/preference',
      'mock/pipeline',
      'mock/control',
      'mock/client',
      'mock/server/fast',
      'mock/server',
      'mock/setup',
      'mock',
      'mock/bench',
      'mock/console/page/model',
      'mock/console/page/link',
      'mock/docs/page',
      'mock/console/page/hooks',
      'mock/console/page/parts',
      'mock/console/page/panels',
      'mock/console/page',
    ],
  },
  conformance: {
    standsOn: ['openapi/contract/index', 'openapi/program'],
    floors: [
      'conformance/arbitraries',
      'conformance/model',
      'conformance/oracles',
      'conformance/relations',
      'conformance/steps',
      'conformance/engine',
      'conformance/report',
      'conformance/checks/accepted',
      'conformance/checks/limits',
      'conformance/checks',
      'conformance/options',
      'conformance',
    ],
  },
};

describe('data flows down', () => {
  const houseOf = (path: string) => Object.keys(HOUSES).find((name) => isIn(name, path)) ?? '';
  const floorOf = (path: string) =>
    Math.max(
      -1,
      ...(HOUSES[houseOf(path)]?.floors ?? []).flatMap((folder, floor) => (dirname(path) === folder ? [floor] : [])),
    );
  /** Benchmarks have folders of their own, which nobody else is about to look into. */
  const floorsOf = (path: string) => (isIn('mock/bench', path) ? floorOf('mock/bench/any') : floorOf(path));

  test('every folder of code has its floor', () => {
    const homeless = engine.filter(({ path }) => floorsOf(path) < 0).map(({ path }) => dirname(path));
    expect([...new Set(homeless)].map((folder) => `${folder} has no line in HOUSES`)).toEqual([]);
  });

  test('and every floor has its folder', () => {
    const folders = new Set(engine.map(({ path }) => (isIn('mock/bench', path) ? 'mock/bench' : dirname(path))));
    const empty = Object.values(HOUSES).flatMap(({ floors }) => floors.filter((folder) => !folders.has(folder)));
    expect(empty).toEqual([]);
  });

  test.each(Object.keys(HOUSES))('no import of %s goes up, or into a house that it does not stand on', (name) => {
    const { standsOn = [] } = HOUSES[name] ?? {};
    const told = engine
      .filter(({ path }) => houseOf(path) === name)
      .flatMap(({ path, imports }) =>
        imports.flatMap((target) => {
          const arrow = `${path} imports ${target.path}`;
          if (houseOf(target.path) !== name) {
            return standsOn.some((place) => isIn(place, target.path))
              ? []
              : [`${arrow}, and ${name} does not stand on it`];
          }
          const isUp = floorsOf(target.path) > floorsOf(path);
          return isUp ? [`${arrow}: ${dirname(target.path)} is above ${dirname(path)}, and data flows down`] : [];
        }),
      );
    expect(told).toEqual([]);
  });

  test('no file needs itself in a roundabout way, not even by its types', () => {
    const needs = new Map(
      engine.map(({ path, imports }) => [path.replace(/\.tsx?$/, ''), imports.map((target) => target.path)]),
    );
    expect([...needs.keys()].filter((path) => reaches(path, path, needs, new Set()))).toEqual([]);
  });

  test('few files lie loose at the top of a house', () => {
    const loose = (folder: string) => engine.filter(({ path }) => dirname(path) === folder).length;
    expect([loose('mock'), loose('conformance')].every((count) => count <= 8)).toBe(true);
    expect(loose('openapi/contract')).toBeLessThanOrEqual(12);
  });
});

describe('nothing that a module keeps ever changes', () => {
  const stateIn = (text: string): readonly string[] => {
    const variables = [...text.matchAll(/^(?:export )?(?:let|var) (\w+)/gm)].map(([, name]) => `${name} is a variable`);
    const held = [...text.matchAll(/^(?:export )?const (\w+)(?::[^=\n]+)? = (new (?:Weak)?(?:Map|Set)\b|\[|\{)/gm)];
    const changed = held.flatMap(([, name = '', made = '']) => {
      const isWeak = made.startsWith('new Weak');
      const change = new RegExp(
        `(?<![\\w.])${name}(?:\\.(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse)\\(|(?:\\.\\w+|\\[[^\\]]+\\])+ (?:[+?|&]*=) )`,
      );
      return isWeak || change.test(text) ? [`${name} is changed`] : [];
    });
    return [...variables, ...changed];
  };

  test.each([
    ['let listeners = 0;', 1],
    ['export let listeners = 0;', 1],
    ['const known = new WeakMap<object, string>();', 1],
    ['const all = new Map<string, number>();\nall.set("a", 1);', 1],
    ['const all: string[] = [];\n  all.push("a");', 1],
    ['const one = { last: 0 };\n  one.last = 1;', 1],
    ['const WORDS = new Set(["a"]);\nWORDS.has("b");', 0],
    ['const NONE: readonly string[] = [];\nif (NONE === other) return;', 0],
    ['  let count = 0;', 0],
  ])('of %j it is told %d times', (text, times) => {
    expect(stateIn(text)).toHaveLength(times);
  });

  test('in all the code, but for what `memo/` works out once, and programs that are processes of their own', () => {
    const found = engine
      .filter(({ path }) => !isIn('mock/bench/programs', path))
      .flatMap(({ path, text }) => stateIn(text).map((state) => `${path}: ${state}`));
    expect(found).toEqual([]);
  });
});

/** Every name in the document that is not also a plain word of the trade. */
function wordsOfTheApi(): readonly string[] {
  const plain = new Set([
    'name',
    'status',
    'id',
    'code',
    'message',
    'limit',
    'Error',
    'available',
    'pending',
    'Retry-After',
  ]);
  const document = load(readFileSync(SHIPPED_DOCUMENT, 'utf8')) as {
    paths: Record<string, Record<string, { operationId: string; parameters?: { name: string }[] }>>;
    components: {
      schemas: Record<string, { properties?: object; enum?: string[]; allOf?: { properties?: object }[] }>;
      headers: object;
    };
    'x-plans': { name: string }[];
  };
  const { schemas, headers } = document.components;
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const words = [
    ...Object.keys(document.paths).flatMap((path) => path.split('/').filter((part) => /^\w+$/.test(part))),
    ...operations.flatMap(({ operationId, parameters = [] }) => [operationId, ...parameters.map(({ name }) => name)]),
    ...Object.entries(schemas).flatMap(([name, { properties = {}, enum: values = [], allOf = [] }]) => [
      name,
      ...Object.keys(properties),
      ...values,
      ...allOf.flatMap((part) => Object.keys(part.properties ?? {})),
    ]),
    ...Object.keys(headers),
    ...document['x-plans'].map(({ name }) => name),
  ];
  return [...new Set(words)].filter((word) => !plain.has(word));
}

/** The files that come with the project are called by name where they are the default, and the project has a name. */
function withoutShippedNames(text: string): string {
  return text.replaceAll(/animal-store[\w-]*|animals\.json|the (shipped )?animals|Animal Store/g, '');
}

function sources(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(folder, path));
}

function readFile(path: string): File {
  const text = readFileSync(path, 'utf8');
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?[^'";]*?from '([^']+)'|import\('([^']+)'\)|require\('([^']+)'\)/g;
  const imports = [...text.matchAll(pattern)].flatMap(([, type, named, dynamic, required]) => {
    const target = named ?? dynamic ?? required ?? '';
    return target.startsWith('.') ? [{ path: modulePath(path, target), typeOnly: type !== undefined }] : [];
  });
  return { path: relative(ROOT, path), text, imports };
}

function modulePath(from: string, target: string): string {
  const path = resolve(dirname(from), target);
  const isFolder = existsSync(join(path, 'index.ts'));
  return relative(ROOT, isFolder ? join(path, 'index') : path);
}

const isIn = (place: string, path: string): boolean => path === place || path.startsWith(`${place}/`);

function reaches(
  from: string,
  wanted: string,
  needs: ReadonlyMap<string, readonly string[]>,
  seen: Set<string>,
): boolean {
  return (needs.get(from) ?? []).some((next) => {
    if (next === wanted) return true;
    if (seen.has(next)) return false;
    seen.add(next);
    return reaches(next, wanted, needs, seen);
  });
}
