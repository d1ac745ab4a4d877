import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { once } from '../../contract/memo/memo';
import { nameOf, nodesAt, nodesIn, parse, type SyntaxNode, textOf } from './syntax';

const ROOT = join(__dirname, '../../..');

export interface Source {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
  readonly syntax: SyntaxNode;
  /** The code of the project that it needs; packages and data are left out. */
  readonly needs: readonly string[];
  /** The packages that it imports, or modules of them, as it names them. */
  readonly packages: readonly string[];
  /** What it names that is neither code, data nor a package; undefined where it works the name out. */
  readonly unknown: readonly Import[];
  /** The file, or package, that a name leads to from here. */
  readonly targetOf: (name: string) => string | undefined;
}

const FOLDERS = ['openapi', 'mock', 'conformance', 'tools'];

/** All code that runs outside of tests, the self-test included. */
export const SOURCES: readonly Source[] = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path) && !isForTests(path))
    .map((path) => readSource(path, readFileSync(join(ROOT, path), 'utf8'))),
);

const BY_PATH: ReadonlyMap<string, Source> = new Map(SOURCES.map((source) => [source.path, source]));

export const sourceOf = (path: string): Source | undefined => BY_PATH.get(path);

/** Code that only tests use. */
export function isForTests(path: string): boolean {
  return /\.(test|behaviour)\.tsx?$|\/testing\//.test(path);
}

export function isIn(place: string, path: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

/** @param path From the root of the repository; the file itself need not be there. */
export function readSource(path: string, text: string): Source {
  const syntax = once(() => parse(path, text));
  const targets = once(() => importsOf(syntax(), text).map((name) => ({ name, target: name && targetOf(path, name) })));
  const needs = once(() =>
    targets().flatMap(({ target }) => (target !== undefined && /\.[cm]?[jt]sx?$/.test(target) ? [target] : [])),
  );
  // Parsed when first asked for: the words of all code are looked for in its text alone.
  return {
    path,
    text,
    get syntax() {
      return syntax();
    },
    get needs() {
      return needs();
    },
    get packages() {
      return targets().flatMap(({ name }) => (name !== undefined && !/^[./]/.test(name) ? [name] : []));
    },
    get unknown() {
      return targets().flatMap(({ name, target }) => (target === undefined ? [name] : []));
    },
    targetOf: (name) => targetOf(path, name),
  };
}

/** The file of the project that a name leads to, the name of a package, or undefined. */
function targetOf(from: string, name: string): string | undefined {
  if (isIn('animal-store-contract', name)) return undefined;
  if (!/^[./]/.test(name)) return name.replaceAll(/\.[cm]?[jt]sx?$/g, '');
  const place = resolve(ROOT, dirname(from), name);
  const written = place.replace(/\.([cm]?)js(x?)$/, '.$1ts$2');
  const file = ['.ts', '.tsx', '/index.ts', '/index.tsx', '']
    .flatMap((end) => [`${written}${end}`, `${place}${end}`])
    .find((path) => /\.\w+$/.test(path) && existsSync(path));
  return file && relative(ROOT, file);
}

/** A module that a file names, in whatever way; undefined where the file works its name out. */
type Import = string | undefined;

/** Every module that a file needs, for its types as for its values. */
const importsOf = (file: SyntaxNode, text: string): readonly Import[] => [
  ...nodesIn(file).flatMap((node) => (READERS[node.type] ?? nothing)(node)),
  ...[...text.matchAll(/^\s*\/\/\/\s*<reference\s+path=["']([^"']+)["']/gm)].map(([, path]) => path),
];

type Reader = (node: SyntaxNode) => readonly Import[];

const nothing: Reader = () => [];

const bySource: Reader = ({ source }) => nodesAt(source).map(textOf);

const READERS: Readonly<Record<string, Reader>> = {
  ImportDeclaration: (node) => (makesRequire(node) ? [undefined] : bySource(node)),
  ExportNamedDeclaration: bySource,
  ExportAllDeclaration: bySource,
  TsImportType: ({ argument }) => nodesAt(argument).map(literal),
  TsExternalModuleReference: ({ expression }) => nodesAt(expression).map(literal),
  TsModuleDeclaration: ({ id }) => nodesAt(id).flatMap((name) => (name.type === 'StringLiteral' ? [textOf(name)] : [])),
  CallExpression: (node) => (isLoader(nodesAt(node.callee)[0]) ? [literal(nodesAt(node.arguments)[0])] : []),
  VariableDeclarator: ({ init }) => (nameOf(nodesAt(init)[0]) === 'require' ? [undefined] : []),
};

const LOADERS: readonly (string | undefined)[] = ['require', 'require.resolve', 'module.require', 'jest.requireActual'];

const isLoader = (callee: SyntaxNode | undefined): boolean =>
  callee?.type === 'Import' || LOADERS.includes(nameOf(callee));

/** What `createRequire` of Node gives would load under any name. */
const makesRequire = ({ specifiers }: SyntaxNode): boolean =>
  nodesAt(specifiers).some((specifier) => nodesIn(specifier).some((node) => textOf(node) === 'createRequire'));

function literal(node: SyntaxNode | undefined): Import {
  if (node?.type !== 'TemplateLiteral') return node?.type === 'StringLiteral' ? textOf(node) : undefined;
  const [only, ...more] = nodesAt(node.quasis);
  return more.length === 0 && typeof only?.raw === 'string' ? only.raw : undefined;
}
