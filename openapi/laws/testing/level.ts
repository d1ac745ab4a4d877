import { isFunction } from './names';
import { childrenOf, nodesAt, type SyntaxNode, textOf } from './syntax';

/** What runs when a module is loaded, or a function called: all but the functions in it, and declarations without code. */
export function levelOf(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.declare === true) return [];
  const below = childrenOf(node).filter((child) => !isFunction(child));
  return [node, ...below.flatMap(levelOf)];
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
