import type { Source } from './sources';
import { isNode, nodesAt, type SyntaxNode, textOf } from './syntax';

/** A function at the top of a file of the project. */
export interface Builder {
  readonly path: string;
  readonly name: string;
  readonly body: readonly SyntaxNode[];
  readonly source: Source;
}

export type SourceOf = (path: string) => Source | undefined;

/** The function of the project behind a name in a file: declared there, imported, or re-exported by an index. */
export function builderOf(source: Source, name: string, sourceOf: SourceOf): Builder | undefined {
  for (const item of nodesAt(source.syntax.body)) {
    const declaration = item.type === 'ExportDeclaration' ? nodesAt(item.declaration)[0] : item;
    const body = declaration && bodyOf(declaration, name);
    if (body) return { path: source.path, name, body, source };
    const elsewhere = importedAs(item, name);
    const target = elsewhere && source.targetOf(elsewhere.from);
    const next = target === undefined ? undefined : sourceOf(target);
    if (elsewhere && next) return builderOf(next, elsewhere.name, sourceOf);
  }
  return undefined;
}

function bodyOf(declaration: SyntaxNode, name: string): readonly SyntaxNode[] | undefined {
  if (declaration.type === 'FunctionDeclaration') {
    return textOf(nodesAt(declaration.identifier)[0]) === name ? nodesAt(declaration.body) : undefined;
  }
  if (declaration.type !== 'VariableDeclaration') return undefined;
  const found = nodesAt(declaration.declarations).find(({ id }) => isNode(id) && textOf(id) === name);
  const [init] = nodesAt(found?.init);
  const isFunction = init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression';
  return isFunction ? nodesAt(init.body) : undefined;
}

/** What an import, or an index that hands something on, calls the thing where it comes from. */
function importedAs(item: SyntaxNode, name: string): { readonly from: string; readonly name: string } | undefined {
  const from = textOf(nodesAt(item.source)[0]);
  if (from === undefined) return undefined;
  if (item.type === 'ImportDeclaration') {
    const found = nodesAt(item.specifiers).find(({ local }) => textOf(nodesAt(local)[0]) === name);
    return found && { from, name: textOf(nodesAt(found.imported)[0]) ?? name };
  }
  if (item.type !== 'ExportNamedDeclaration') return undefined;
  const found = nodesAt(item.specifiers).find(
    ({ orig, exported }) => textOf(nodesAt(exported)[0] ?? nodesAt(orig)[0]) === name,
  );
  return found && { from, name: textOf(nodesAt(found.orig)[0]) ?? name };
}
