import { isNode, nameOf, nodesAt, propertyOf, type SyntaxNode, textOf, withoutCasts } from './syntax';

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
