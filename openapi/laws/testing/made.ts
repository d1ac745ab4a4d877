import { type Builder, builderOf, type SourceOf } from './builders';
import { changesIn } from './changes';
import { levelOf, variables } from './level';
import { isFunction } from './names';
import type { Source } from './sources';
import { CALLS, MEMO, METHODS, NEW } from './stateless';
import { nameOf, nodesAt, propertyOf, type SyntaxNode, withoutCasts } from './syntax';

/** What is wrong with the expression that makes a constant. */
export function made(value: SyntaxNode, source: Source, sourceOf: SourceOf): readonly string[] {
  if (isFunction(value)) return [];
  return levelOf(value).flatMap((node) => MAKERS[node.type]?.(node, source, sourceOf) ?? []);
}

type Maker = (node: SyntaxNode, source: Source, sourceOf: SourceOf) => readonly string[];

const MAKERS: Readonly<Record<string, Maker>> = {
  AwaitExpression: () => ['nobody knows what it waits for'],
  CallExpression: called,
  NewExpression: instance,
  TaggedTemplateExpression: () => ['a tagged template is a call that nobody looks into'],
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
