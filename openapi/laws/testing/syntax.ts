import { parseSync } from '@swc/core';

/** A node of the syntax tree, in the names that SWC gives to nodes and their parts. */
export interface SyntaxNode {
  readonly type: string;
  readonly [part: string]: unknown;
}

export function parse(path: string, text: string): SyntaxNode {
  const tree: unknown = parseSync(text, { syntax: 'typescript', tsx: path.endsWith('.tsx'), target: 'es2023' });
  if (!isNode(tree)) throw new TypeError(`SWC gave no syntax tree of ${path}`);
  return tree;
}

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The nodes right below, in the order of the source. Lists and objects without a type are looked through. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (const part of Object.values(node)) gather(part, found);
  return found;
}

/** The node and all below it. */
export function nodesIn(node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if (isNode(part)) found.push(part);
    for (const below of Object.values(part)) visit(below);
  };
  visit(node);
  return found;
}

/** The nodes of one part: none, one, or those of a list. */
export function nodesAt(part: unknown): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  gather(part, found);
  return found;
}

function gather(part: unknown, found: SyntaxNode[]): void {
  if (isNode(part)) found.push(part);
  else if (typeof part === 'object' && part !== null) for (const below of Object.values(part)) gather(below, found);
}

/** The value of an identifier or a literal. */
export const textOf = (node: SyntaxNode | undefined): string | undefined =>
  typeof node?.value === 'string' ? node.value : undefined;

/** `a.b.c` of an expression that is nothing but names, however it is put in brackets or cast. */
export function nameOf(node: SyntaxNode | undefined): string | undefined {
  const bare = withoutCasts(node);
  if (bare?.type === 'Identifier') return textOf(bare);
  if (bare?.type === 'ThisExpression') return 'this';
  if (bare?.type !== 'MemberExpression') return undefined;
  const object = nameOf(nodesAt(bare.object)[0]);
  const property = propertyOf(bare);
  return object === undefined || property === undefined ? undefined : `${object}.${property}`;
}

/** The name of the property that a member expression reads, also of `a['b']`. */
export function propertyOf(member: SyntaxNode): string | undefined {
  const [property] = nodesAt(member.property);
  return property?.type === 'Computed' ? textOf(nodesAt(property.expression)[0]) : textOf(property);
}

const AROUND_AN_EXPRESSION: ReadonlySet<string> = new Set([
  'ParenthesisExpression',
  'TsAsExpression',
  'TsConstAssertion',
  'TsInstantiation',
  'TsNonNullExpression',
  'TsSatisfiesExpression',
  'TsTypeAssertion',
]);

export function withoutCasts(node: SyntaxNode | undefined): SyntaxNode | undefined {
  if (node?.type === 'OptionalChainingExpression') return withoutCasts(nodesAt(node.base)[0]);
  return node && AROUND_AN_EXPRESSION.has(node.type) ? withoutCasts(nodesAt(node.expression)[0]) : node;
}
