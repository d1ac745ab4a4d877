import { type Builder, builderOf, type SourceOf } from './builders';
import { changesIn } from './changes';
import { isFunction } from './names';
import type { Source } from './sources';
import { childrenOf, nameOf, nodesAt, nodesIn, propertyOf, type SyntaxNode, textOf, withoutCasts } from './syntax';

/** Why a file keeps something that can change; empty where it does not. */
export function stateIn(source: Source, sourceOf: SourceOf): readonly string[] {
  const level = levelOf(source.syntax);
  const found = [
    ...level.flatMap(variables),
    ...level
      .filter(({ type }) => type === 'VariableDeclarator')
      .flatMap((constant) => kept(constant, source, sourceOf)),
    ...level.filter(({ type }) => type === 'ExportDefaultExpression').flatMap((node) => made(node, source, sourceOf)),
    ...nodesIn(source.syntax).flatMap(statics),
    ...changesIn(source.syntax).map((name) => `${name} is changed`),
    ...searchesInTurn(source.syntax),
  ];
  return [...new Set(found)];
}

/** What runs when a module is loaded or a function is called, without the functions in it and their bodies. */
const levelOf = (node: SyntaxNode): readonly SyntaxNode[] =>
  node.declare === true
    ? []
    : [
        node,
        ...childrenOf(node)
          .filter((child) => !isFunction(child))
          .flatMap(levelOf),
      ];

function variables({ type, kind, declarations }: SyntaxNode): readonly string[] {
  if (type !== 'VariableDeclaration') return [];
  return nodesAt(declarations).flatMap(({ id }) => {
    const [name] = nodesAt(id);
    if (name?.type !== 'Identifier') return ['a constant is taken out of something by a pattern: give it its own line'];
    return kind === 'const' ? [] : [`${textOf(name)} is a variable (${kind})`];
  });
}

const STATIC: ReadonlySet<string> = new Set(['ClassProperty', 'PrivateProperty', 'AutoAccessor']);

function statics({ type, isStatic }: SyntaxNode): readonly string[] {
  if (type === 'StaticBlock') return ['a class has a static block'];
  return isStatic === true && STATIC.has(type) ? ['a class has a static field'] : [];
}

/** A regular expression with the flag g or y remembers where `test` and `exec` stopped. */
function searchesInTurn(syntax: SyntaxNode): readonly string[] {
  const searching = levelOf(syntax).flatMap(({ type, id, init }) => {
    const [value] = nodesAt(init);
    const isLasting = value?.type === 'RegExpLiteral' && /[gy]/.test(String(value.flags));
    return type === 'VariableDeclarator' && isLasting ? (textOf(nodesAt(id)[0]) ?? []) : [];
  });
  return searching.flatMap((name) =>
    nodesIn(syntax).some((node) => [`${name}.test`, `${name}.exec`].includes(nameOf(node) ?? ''))
      ? [`${name} remembers where it stopped: its flag g or y is for matchAll and replaceAll`]
      : [],
  );
}

const kept = ({ id, init }: SyntaxNode, source: Source, sourceOf: SourceOf): readonly string[] =>
  nodesAt(init).flatMap((value) => made(value, source, sourceOf).map((why) => `${nameOf(nodesAt(id)[0])}: ${why}`));

/** What is wrong with the expression that makes a constant. */
function made(value: SyntaxNode, source: Source, sourceOf: SourceOf): readonly string[] {
  if (isFunction(value)) return [];
  return levelOf(value).flatMap((node) => MAKERS[node.type]?.(node, source, sourceOf) ?? []);
}

type Maker = (node: SyntaxNode, source: Source, sourceOf: SourceOf) => readonly string[];

const MAKERS: Readonly<Record<string, Maker>> = {
  AwaitExpression: () => ['is awaited'],
  CallExpression: called,
  NewExpression: ({ callee }) => {
    const name = nameOf(nodesAt(callee)[0]) ?? 'something unnamed';
    return NEW.has(name) ? [] : [`new ${name} is not known to be without state`];
  },
  TaggedTemplateExpression: () => ['a tagged template is a call that nobody looks into'],
};

/** Classes whose instances never change by themselves; whether somebody changes them is seen elsewhere. */
const NEW: ReadonlySet<string> = new Set([
  'Map',
  'Set',
  'URLSearchParams',
  // Of js-yaml: a description of a tag.
  'Type',
  // Without `stream: true` it begins anew with each text.
  'TextDecoder',
  'TextEncoder',
]);

/** Functions of others that give a value that nobody changes, or the same for the same arguments. */
const CALLS: ReadonlySet<string> = new Set([
  'BigInt',
  'Buffer.from',
  'Date.parse',
  'JSON.parse',
  'Object.entries',
  'Object.fromEntries',
  'Object.freeze',
  'Object.keys',
  'Object.values',
  'Symbol',
  'dirname',
  'join',
  'readFileSync',
  'require',
  'require.resolve',
  // Of js-yaml: gives a new schema.
  'CORE_SCHEMA.extend',
  // Of Preact: the key of a value that components get from above, not the value.
  'createContext',
  // The page's own element, which it draws into.
  'document.getElementById',
]);

/** Methods that give something new and leave what they are called on as it is. */
const METHODS: ReadonlySet<string> = new Set([
  'concat',
  'filter',
  'flat',
  'flatMap',
  'join',
  'map',
  'repeat',
  'slice',
  'split',
]);

/** What is worked out once from something that never changes; its own tests hold it to that. */
const MEMO = 'openapi/contract/memo/';

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
      ...level.flatMap((node) => (node.kind === 'const' ? [] : variables(node))),
      ...level.flatMap((node) =>
        node.type === 'NewExpression' ? (MAKERS.NewExpression?.(node, builder.source, sourceOf) ?? []) : [],
      ),
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
