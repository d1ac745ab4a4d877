import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { load } from 'js-yaml';
import { SHIPPED_DOCUMENT } from './contract';

/** What DESIGN calls laws, where a machine can see to them. */
const ROOT = join(__dirname, '..');
const FOLDERS = ['openapi/program', 'openapi/contract', 'mock', 'conformance'];

interface File {
  readonly path: string;
  readonly text: string;
  /** Repository paths, without their ending; of packages nothing. */
  readonly imports: readonly { readonly path: string; readonly typeOnly: boolean }[];
}

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

describe('data flows down', () => {
  test.each([
    ['openapi/program', ['openapi/program']],
    ['openapi/contract', ['openapi/contract']],
    ['mock', ['mock', 'openapi/contract/index', 'openapi/program']],
    ['conformance', ['conformance', 'openapi/contract/index', 'openapi/program']],
  ])('%s imports from nothing but %j', (folder, allowed) => {
    const strays = engine
      .filter(({ path }) => path.startsWith(`${folder}/`))
      .flatMap(({ path, imports }) => imports.map((target) => `${path} → ${target.path}`))
      .filter((edge) => !allowed.some((place) => isIn(place, edge.split(' → ')[1] ?? '')));
    expect(strays).toEqual([]);
  });

  test('no file needs itself in a roundabout way', () => {
    const needs = new Map(
      engine.map(({ path, imports }) => [
        path.replace(/\.tsx?$/, ''),
        imports.filter(({ typeOnly }) => !typeOnly).map((target) => target.path),
      ]),
    );
    expect([...needs.keys()].filter((path) => reaches(path, path, needs, new Set()))).toEqual([]);
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
