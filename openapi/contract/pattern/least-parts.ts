import type { AST } from '@eslint-community/regexpp';
import { syntaxOf } from './syntax';

/**
 * How many parts a text has to be put together of, at least, to match a pattern: a million for `(a{1000}){1000}`. Infinitely
 * many for a pattern of a later ECMAScript than is known here.
 */
export function leastPartsOf(pattern: string): number {
  const syntax = syntaxOf(pattern);
  return syntax === undefined ? Number.POSITIVE_INFINITY : inAny(syntax.alternatives);
}

function inAny(alternatives: readonly AST.Alternative[]): number {
  return Math.max(...alternatives.map(({ elements }) => elements.reduce((sum, element) => sum + inOne(element), 1)));
}

function inOne(element: AST.Element): number {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return inAny(element.alternatives);
    case 'Quantifier':
      return inOne(element.element) * Math.max(1, element.min);
    default:
      return 1;
  }
}
