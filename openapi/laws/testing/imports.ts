import { nameOf, nodesAt, nodesIn, type SyntaxNode, textOf } from './syntax';

/** A module that a file names, in whatever way; undefined where the file works its name out. */
export type Import = string | undefined;

/** Every module that a file needs, for its types as for its values. */
export const importsOf = (file: SyntaxNode, text: string): readonly Import[] => [
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
