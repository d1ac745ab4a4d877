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

const FUNCTIONS: ReadonlySet<string> = new Set([
  'ArrowFunctionExpression',
  'ClassMethod',
  'ClassProperty',
  'Constructor',
  'FunctionDeclaration',
  'FunctionExpression',
  'GetterProperty',
  'MethodProperty',
  'PrivateMethod',
  'PrivateProperty',
  'SetterProperty',
]);

const FIELDS: ReadonlySet<string> = new Set(['ClassProperty', 'PrivateProperty']);

/** Whether what stands in it runs later or for each instance, not when the module is loaded. */
export const isFunction = ({ type, isStatic }: SyntaxNode): boolean =>
  FUNCTIONS.has(type) && !(isStatic === true && FIELDS.has(type));

const OF_AN_INSTANCE: ReadonlySet<string> = new Set([...FIELDS, 'ClassMethod', 'Constructor', 'PrivateMethod']);

/**
 * The names that belong to the functions around a place in the code. `this` is one of them where it is an instance of a
 * class, or the parameter of a function; in a static method or a method of an object it may be all that there is.
 */
export function namesWithin(node: SyntaxNode, outer: ReadonlySet<string>): ReadonlySet<string> {
  if (!isFunction(node) || node.type === 'ArrowFunctionExpression') return namesDeclaredBy(node, outer);
  const others = [...outer].filter((name) => name !== 'this');
  const isGiven = node.type === 'FunctionDeclaration' && isNode(node.thisParam);
  const isInstance = OF_AN_INSTANCE.has(node.type) && node.isStatic !== true;
  return namesDeclaredBy(node, new Set(isGiven || isInstance ? [...others, 'this'] : others));
}

/** What is written to by an assignment to a pattern, by a parameter or by a declaration: names, or `a.b`. */
export function targetsOf(pattern: SyntaxNode): readonly SyntaxNode[] {
  const { type, ...parts } = pattern;
  const below = PATTERNS[type];
  return below === undefined ? [pattern] : below.flatMap((part) => nodesAt(parts[part])).flatMap(targetsOf);
}

const PATTERNS: Readonly<Record<string, readonly string[]>> = {
  ArrayPattern: ['elements'],
  AssignmentPattern: ['left'],
  AssignmentPatternProperty: ['key'],
  KeyValuePatternProperty: ['value'],
  ObjectPattern: ['properties'],
  Parameter: ['pat'],
  RestElement: ['argument'],
  TsParameterProperty: ['param'],
  VariableDeclarator: ['id'],
};

const namesOf = (pattern: SyntaxNode): readonly string[] =>
  targetsOf(pattern).flatMap((target) => (target.type === 'Identifier' ? (textOf(target) ?? []) : []));

function namesDeclaredBy(node: SyntaxNode, outer: ReadonlySet<string>): ReadonlySet<string> {
  // A method of a class has its parameters one level below, in an object that is no node.
  const { params = node.params, param = node.param } = asRecord(node.function);
  const parameters = [params, param].flatMap(nodesAt).flatMap(namesOf);
  const statements = [node.stmts, node.init, node.left, ...nodesAt(node.cases).map(({ consequent }) => consequent)];
  // Most nodes declare nothing.
  if (parameters.length === 0 && statements.every((part) => part === undefined)) return outer;
  const names = new Set([...outer, ...parameters]);
  for (const statement of statements.flatMap(nodesAt)) {
    for (const name of declaredBy(statement, node, names)) names.add(name);
  }
  return names;
}

const asRecord = (part: unknown): { readonly params?: unknown; readonly param?: unknown } =>
  typeof part === 'object' && part !== null ? part : {};

/**
 * A constant that is only another name for something from outside is left out, so that what happens to it counts as
 * happening there.
 */
function declaredBy(statement: SyntaxNode, around: SyntaxNode, known: ReadonlySet<string>): readonly string[] {
  if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') {
    return nodesAt(statement.identifier).flatMap((name) => textOf(name) ?? []);
  }
  if (statement.type !== 'VariableDeclaration') return [];
  return nodesAt(statement.declarations).flatMap((declarator) => {
    const [value] = [...nodesAt(declarator.init), ...nodesAt(around.right)];
    const origin = statement.kind === 'const' ? rootOf(value) : undefined;
    return origin !== undefined && !known.has(origin) ? [] : namesOf(declarator);
  });
}

/** Methods that give a part of what they are asked, not something new. */
const PARTS: readonly (string | undefined)[] = ['at', 'entries', 'find', 'get', 'values'];

/** The name from which an expression goes on: `a` of `a.b[0].c`, `a.get('b').c`, `(a as B).c`. */
export function rootOf(node: SyntaxNode | undefined): string | undefined {
  const bare = withoutCasts(node);
  if (bare?.type === 'Identifier') return textOf(bare);
  if (bare?.type === 'ThisExpression') return 'this';
  if (bare?.type === 'MemberExpression') return rootOf(nodesAt(bare.object)[0]);
  if (bare?.type !== 'CallExpression') return undefined;
  const callee = withoutCasts(nodesAt(bare.callee)[0]);
  const givesPart = callee?.type === 'MemberExpression' && PARTS.includes(propertyOf(callee));
  // Object.entries and Object.values give new lists.
  return givesPart && !nameOf(callee)?.startsWith('Object.') ? rootOf(callee) : undefined;
}

/** What runs when a module is loaded, or a function called: all but the functions in it, and declarations without code. */
export function levelOf(node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const visit = (one: SyntaxNode): void => {
    if (one.declare === true) return;
    found.push(one);
    for (const child of childrenOf(one)) if (!isFunction(child)) visit(child);
  };
  visit(node);
  return found;
}

/** What is wrong with how a declaration names what it holds. */
export function variables({ type, kind, declarations }: SyntaxNode): readonly string[] {
  if (type !== 'VariableDeclaration') return [];
  return nodesAt(declarations).flatMap(({ id }) => {
    const [name] = nodesAt(id);
    if (name?.type !== 'Identifier') return ['a constant is taken out of something by a pattern: give it its own line'];
    return kind === 'const' ? [] : [`${textOf(name)} is a variable (${kind})`];
  });
}
