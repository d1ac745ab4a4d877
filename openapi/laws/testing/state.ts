import { changesIn } from './changes';
import type { SourceOf } from './made';
import { made } from './made';
import type { Source } from './sources';
import { levelOf, nameOf, nodesAt, nodesIn, type SyntaxNode, textOf, variables } from './syntax';

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
    ...searchesInTurn(source.syntax, level),
  ];
  return [...new Set(found)];
}

const STATIC: ReadonlySet<string> = new Set(['ClassProperty', 'PrivateProperty', 'AutoAccessor']);

function statics({ type, isStatic }: SyntaxNode): readonly string[] {
  if (type === 'StaticBlock') return ['a class has a static block'];
  return isStatic === true && STATIC.has(type) ? ['a class has a static field'] : [];
}

/** A regular expression with the flag g or y remembers where `test` and `exec` stopped. */
function searchesInTurn(syntax: SyntaxNode, level: readonly SyntaxNode[]): readonly string[] {
  const searching = level.flatMap(({ type, id, init }) => {
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
