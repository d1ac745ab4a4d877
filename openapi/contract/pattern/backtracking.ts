import type { AST } from '@eslint-community/regexpp';
import { memoized } from '../memo/memo';
import { ALL, type CodePoints, codePointsOf, NONE, type OneCharacter, overlap, union } from './characters';

/** Longer patterns are not examined: that would take a while itself. */
const MOST_SOURCE = 1000;
/** How many characters may be looked at again from each place in the text. */
const REACH = 16;

/**
 * Whether an engine that backtracks, as V8's does, takes linear time for any text. It is sure where this says so:
 *
 * - Each choice of the pattern is decided by the next character of the text (`isDecided`), so that the way that was not
 *   taken fails at once when the engine comes back to it. That is what `^[a-z]+(-[a-z]+)*$` has and `^(\w+\s?)+$` has not.
 * - It is tried at one place alone, the start of the text; or else what it looks at from each place is short.
 * - One repetition of a character may leave its end open, as in `^(?=.*[0-9])` and `^.+@`, where all after it is short.
 */
export function isLinearWhenBacktracking({ alternatives, raw }: AST.Pattern): boolean {
  return raw.length <= MOST_SOURCE && alternatives.every(({ elements }) => isLinear(elements));
}

function isLinear(elements: readonly AST.Element[]): boolean {
  const [start, ...others] = elements;
  if (start?.type !== 'Assertion' || start.kind !== 'start') return isShort(elements);
  // What looks ahead from the start is gone through once, however far it looks.
  const count = others.findIndex((element) => !isLookahead(element));
  const looks = (count < 0 ? others : others.slice(0, count)).filter(isLookahead);
  return (
    looks.every(({ alternatives }) => alternatives.every((one) => isLinearFromOnePlace(one.elements))) &&
    isLinearFromOnePlace(others.slice(looks.length))
  );
}

function isLinearFromOnePlace(elements: readonly AST.Element[]): boolean {
  if (isDecided(elements, NONE)) return true;
  const last = elements.findLastIndex((element) => shapeOf(element).most > REACH);
  const open = elements[last];
  return (
    open?.type === 'Quantifier' &&
    isOneCharacter(open.element) &&
    isDecided(elements.slice(0, last), shapeOfSequence(elements.slice(last)).first) &&
    isShort(elements.slice(last + 1))
  );
}

const isShort = (elements: readonly AST.Element[]): boolean =>
  shapeOfSequence(elements).most <= REACH && isDecided(elements, NONE);

/** @param follow the characters that may come after them */
function isDecided(elements: readonly AST.Element[], follow: CodePoints): boolean {
  let next = follow;
  for (const element of elements.toReversed()) {
    if (!isDecidedWithin(element, next)) return false;
    const { first, isNullable } = shapeOf(element);
    next = isNullable ? union(first, next) : first;
  }
  return true;
}

function isDecidedWithin(element: AST.Element, follow: CodePoints): boolean {
  if (isOneCharacter(element)) return true;
  switch (element.type) {
    case 'Assertion':
      return isQuick(element);
    case 'Group':
      return element.modifiers === null && isDecidedBetween(element.alternatives, follow);
    case 'CapturingGroup':
      return isDecidedBetween(element.alternatives, follow);
    case 'Quantifier': {
      const { min, max, element: body } = element;
      const { isNullable, first } = shapeOf(body);
      if (isNullable || (min !== max && overlap(first, follow))) return false;
      return isDecidedWithin(body, max > 1 ? union(first, follow) : follow);
    }
    default:
      return false;
  }
}

function isDecidedBetween(alternatives: readonly AST.Alternative[], follow: CodePoints): boolean {
  const shapes = alternatives.map(({ elements }) => shapeOfSequence(elements));
  const isLeftOut = shapes.some(({ isNullable }) => isNullable);
  let taken: CodePoints = NONE;
  for (const { first, isNullable } of shapes) {
    if (overlap(first, taken) || (isLeftOut && !isNullable && overlap(first, follow))) return false;
    taken = union(taken, first);
  }
  return (
    shapes.filter(({ isNullable }) => isNullable).length <= 1 &&
    alternatives.every(({ elements }) => isDecided(elements, follow))
  );
}

/** Whether it is seen within a few characters if an assertion holds. */
function isQuick(assertion: AST.Assertion): boolean {
  switch (assertion.kind) {
    case 'lookahead':
      return assertion.alternatives.every(({ elements }) => isShort(elements));
    case 'lookbehind':
      // It is matched from its end, where its choices would be decided by what comes before.
      return assertion.alternatives.every(({ elements }) => isShort(elements) && elements.every(isOneCharacter));
    default:
      return true;
  }
}

const isLookahead = (element: AST.Element): element is AST.LookaheadAssertion =>
  element.type === 'Assertion' && element.kind === 'lookahead';

/** What the texts that fit a part of a pattern have in common. */
interface Shape {
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

const shapeOf: (node: AST.Element) => Shape = memoized((node) => {
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
function shapeOfSequence(elements: readonly AST.Element[]): Shape {
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
