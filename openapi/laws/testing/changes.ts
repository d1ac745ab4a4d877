import {
  childrenOf,
  isFunction,
  nameOf,
  namesWithin,
  nodesAt,
  propertyOf,
  rootOf,
  type SyntaxNode,
  targetsOf,
  withoutCasts,
} from './syntax';

/**
 * What a node changes although it does not belong to a function in it, now or when such a function is called: constants
 * of the module, imports, globals.
 */
export function changesIn(
  node: SyntaxNode,
  outer: ReadonlySet<string> = new Set(),
  inFunction = false,
): readonly string[] {
  const isInside = inFunction || isFunction(node);
  const names = isInside ? namesWithin(node, outer) : outer;
  const written = (WRITERS[node.type]?.(node) ?? []).filter((target) => !SURROUNDINGS.has(nameOf(target) ?? ''));
  return [
    ...written.flatMap((target) => rootOf(target) ?? []).filter((name) => !names.has(name)),
    ...childrenOf(node).flatMap((child) => changesIn(child, names, isInside)),
  ];
}

/** What belongs to no module: how a process ends and is called, its listeners, the page around a script. */
const SURROUNDINGS: ReadonlySet<string> = new Set([
  ...['process', 'process.exitCode', 'process.title'],
  ...['document', 'document.title'],
]);

/** What each kind of node writes to. */
const WRITERS: Readonly<Record<string, (node: SyntaxNode) => readonly SyntaxNode[]>> = {
  AssignmentExpression: ({ left }) => nodesAt(left).flatMap(targetsOf),
  UpdateExpression: ({ argument }) => nodesAt(argument),
  UnaryExpression: ({ operator, argument }) => (operator === 'delete' ? nodesAt(argument) : []),
  ForOfStatement: ({ left }) =>
    nodesAt(left)
      .filter(({ type }) => type !== 'VariableDeclaration')
      .flatMap(targetsOf),
  ForInStatement: ({ left }) =>
    nodesAt(left)
      .filter(({ type }) => type !== 'VariableDeclaration')
      .flatMap(targetsOf),
  CallExpression: changedByCall,
};

/** Methods that change what they are called on. */
const CHANGING: ReadonlySet<string> = new Set(
  [
    ['add', 'append', 'clear', 'delete', 'set'],
    ['copyWithin', 'fill', 'pop', 'push', 'reverse', 'shift', 'sort', 'splice', 'unshift'],
    ['addEventListener', 'addListener', 'emit', 'off', 'on', 'once', 'removeListener', 'setMaxListeners'],
  ].flat(),
);

/** Functions that change their first argument. */
const CHANGING_AN_ARGUMENT: readonly (string | undefined)[] = [
  'Object.assign',
  'Object.defineProperties',
  'Object.defineProperty',
  'Object.setPrototypeOf',
  'Reflect.defineProperty',
  'Reflect.deleteProperty',
  'Reflect.set',
  'Reflect.setPrototypeOf',
];

function changedByCall(call: SyntaxNode): readonly SyntaxNode[] {
  const callee = withoutCasts(nodesAt(call.callee)[0]);
  const first = nodesAt(call.arguments).slice(0, 1);
  if (callee?.type !== 'MemberExpression') return [];
  if (CHANGING_AN_ARGUMENT.includes(nameOf(callee))) return first;
  const method = propertyOf(callee) ?? '';
  const object = nodesAt(callee.object);
  if (CHANGING.has(method)) return object;
  // Array.prototype.push.call(list, 1), and [].push.apply(list, [1])
  const borrowed = withoutCasts(object[0]);
  const isBorrowed = borrowed?.type === 'MemberExpression' && CHANGING.has(propertyOf(borrowed) ?? '');
  return isBorrowed && (method === 'call' || method === 'apply') ? first : [];
}
