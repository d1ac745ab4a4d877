import type { AST } from '@eslint-community/regexpp';
import { memoized } from '../memo/memoized';
import { codePointsOf, type OneCharacter } from './characters';
import { ALL, type CodePoints, NONE, union } from './code-points';

/** What the texts that fit a part of a pattern have in common. */
export interface Shape {
  /** Whether the empty text may be one of them. */
  readonly isNullable: boolean;
  /** The characters that they begin with, and perhaps more. */
  readonly first: CodePoints;
  /** The most characters that they have. */
  readonly most: number;
}

const EMPTY: Shape = { isNullable: true, first: NONE, most: 0 };
/** Of what is not looked into. */
const ANYTHING: Shape = { isNullable: true, first: ALL, most: Number.POSITIVE_INFINITY };

export const shapeOf: (node: AST.Element) => Shape = memoized((node) => {
  if (isOneCharacter(node)) return { isNullable: false, first: codePointsOf(node), most: 1 };
  switch (node.type) {
    case 'Assertion':
      return EMPTY;
    case 'Group':
    case 'CapturingGroup':
      return shapeOfEither(node.alternatives);
    case 'Quantifier': {
      if (node.max === 0) return EMPTY;
      const { isNullable, first, most } = shapeOf(node.element);
      return { isNullable: node.min === 0 || isNullable, first, most: most === 0 ? 0 : most * node.max };
    }
    default:
      return ANYTHING;
  }
});

export const isOneCharacter = (node: AST.Element): node is AST.Element & OneCharacter =>
  node.type === 'Character' || node.type === 'CharacterSet' || node.type === 'CharacterClass';

/** The shape of parts that come one after the other. */
export function shapeOfSequence(elements: readonly AST.Element[]): Shape {
  return elements.map(shapeOf).reduceRight(
    (rest, shape) => ({
      isNullable: shape.isNullable && rest.isNullable,
      first: shape.isNullable ? union(shape.first, rest.first) : shape.first,
      most: shape.most + rest.most,
    }),
    EMPTY,
  );
}

function shapeOfEither(alternatives: readonly AST.Alternative[]): Shape {
  const shapes = alternatives.map(({ elements }) => shapeOfSequence(elements));
  return {
    isNullable: shapes.some(({ isNullable }) => isNullable),
    first: union(...shapes.map(({ first }) => first)),
    most: Math.max(...shapes.map(({ most }) => most)),
  };
}
