import { changesIn } from './changes';
import type { Source } from './sources';
import {
  isFunction,
  isNode,
  levelOf,
  nameOf,
  nodesAt,
  propertyOf,
  type SyntaxNode,
  textOf,
  variables,
  withoutCasts,
} from './syntax';

/** What is wrong with the expression that makes a constant. */
export function made(value: SyntaxNode, source: Source, sourceOf: SourceOf): readonly string[] {
  if (isFunction(value)) return [];
  return levelOf(value).flatMap((node) => MAKERS[node.type]?.(node, source, sourceOf) ?? []);
}

type Maker = (node: SyntaxNode, source: Source, sourceOf: SourceOf) => readonly string[];

const MAKERS: Readonly<Record<string, Maker>> = {
  AwaitExpression: () => ['no reader knows what it waits for'],
  CallExpression: called,
  NewExpression: instance,
  TaggedTemplateExpression: () => ['a tagged template is a call that is not looked into'],
};

function instance({ callee }: SyntaxNode): readonly string[] {
  const name = nameOf(nodesAt(callee)[0]) ?? 'something without a name';
  return NEW.has(name) ? [] : [`new ${name} is not known to be without state`];
}

function called(call: SyntaxNode, source: Source, sourceOf: SourceOf): readonly string[] {
  const callee = withoutCasts(nodesAt(call.callee)[0]);
  if (callee?.type === 'MemberExpression' && METHODS.has(propertyOf(callee) ?? '')) {
    const given = nodesAt(call.arguments).filter(isFunction);
    const body = given.flatMap((argument) => nodesAt(argument.body));
    return builderKeeps({ path: source.path, name: propertyOf(callee) ?? '', body, source }, sourceOf, new Set());
  }
  const name = nameOf(callee);
  if (name === undefined) return ['a function without a name is called, and may keep something'];
  const builder = builderOf(source, name, sourceOf);
  if (builder?.path.startsWith(MEMO)) return [];
  if (builder) return builderKeeps(builder, sourceOf, new Set());
  return CALLS.has(name) ? [] : [`${name}() is not known to give something without state`];
}

/** A function of the project that makes a constant is looked at as if it were a module. */
function builderKeeps(builder: Builder, sourceOf: SourceOf, seen: Set<SyntaxNode>): readonly string[] {
  return builder.body.flatMap((body) => {
    if (seen.has(body)) return [];
    seen.add(body);
    const level = isFunction(body) ? [] : levelOf(body);
    const own = [
      ...level.filter(({ kind }) => kind !== 'const').flatMap(variables),
      ...level.filter(({ type }) => type === 'NewExpression').flatMap(instance),
      ...changesIn(body).map((name) => `${name} is changed`),
    ].map((why) => `${builder.name}() of ${builder.path} makes it, where ${why}`);
    const further = level.flatMap(({ type, callee }) => {
      const name = type === 'CallExpression' ? nameOf(nodesAt(callee)[0]) : undefined;
      const next = name === undefined ? undefined : builderOf(builder.source, name, sourceOf);
      return next && !next.path.startsWith(MEMO) ? builderKeeps(next, sourceOf, seen) : [];
    });
    return [...own, ...further];
  });
}

/** Classes whose instances change only when code changes them, which is seen where it is done. */
const NEW: ReadonlySet<string> = new Set([
  'Map',
  'Set',
  'URLSearchParams',
  // Begins anew with each text, since no code gives it `stream: true`.
  'TextDecoder',
  // Of js-yaml: the description of a tag.
  'Type',
]);

/** Functions that are not the project's, and give a constant nothing that changes by itself. */
const CALLS: ReadonlySet<string> = new Set([
  // A new plain value, worked out from the arguments alone.
  ...[
    'BigInt',
    'Buffer.from',
    'Date.parse',
    'JSON.parse',
    'Object.entries',
    'Object.fromEntries',
    'Object.keys',
    'Symbol',
  ],
  // Where files of the package lie, and what stands in them: no code writes them while a program runs.
  ...['dirname', 'join', 'readFileSync', 'require.resolve'],
  // Of js-yaml: a new schema; the one that it is made from stays as it is.
  'CORE_SCHEMA.extend',
  // Of Preact: the key to a value that components get from above, not the value.
  'createContext',
  // Of Playwright Test: a new `test`; the one that it is made from stays as it is.
  'base.extend',
  // The element of the page that its script draws into: the page is the state, and each page has a script of its own.
  'document.getElementById',
]);

/** Methods that give something new, and leave what they are called on as it is. */
const METHODS: ReadonlySet<string> = new Set(['filter', 'flatMap', 'map', 'repeat']);

/** What is worked out once from something that never changes; the tests there hold it to that. */
const MEMO = 'openapi/contract/memo/';

/** A function at the top of a file of the project. */
interface Builder {
  readonly path: string;
  readonly name: string;
  readonly body: readonly SyntaxNode[];
  readonly source: Source;
}

export type SourceOf = (path: string) => Source | undefined;

/** The function of the project behind a name in a file: declared there, imported, or re-exported by an index. */
function builderOf(source: Source, name: string, sourceOf: SourceOf): Builder | undefined {
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
