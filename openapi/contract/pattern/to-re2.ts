import type { AST } from '@eslint-community/regexpp';
import { isOneCharacter } from './backtracking';
import { type CodePoints, codePointsOf, complement } from './characters';

/** A text in the syntax of RE2, and about how many instructions it becomes there: infinitely many for what RE2 lacks. */
interface Translated {
  readonly text: string;
  readonly size: number;
}

/** RE2 itself takes no repetition of more. Its time is this often, at worst, that for one character. */
const MOST_INSTRUCTIONS = 1000;

/**
 * A pattern in the syntax of RE2 (https://github.com/google/re2/wiki/Syntax), with sets of characters as code points, since both read
 * `\s`, `.` and others otherwise. Undefined for one that looks around or refers back, or would become too large.
 */
export function toRe2({ alternatives }: AST.Pattern): string | undefined {
  const { text, size } = either(alternatives);
  return size <= MOST_INSTRUCTIONS ? text : undefined;
}

const LACKING: Translated = { text: '', size: Number.POSITIVE_INFINITY };

function translate(element: AST.Element): Translated {
  if (isOneCharacter(element)) return { text: setOf(codePointsOf(element)), size: 1 };
  switch (element.type) {
    case 'Assertion':
      return assertion(element);
    case 'Group':
      return element.modifiers === null ? either(element.alternatives) : LACKING;
    case 'CapturingGroup':
      return either(element.alternatives);
    case 'Quantifier':
      return repeated(element);
    default:
      return LACKING;
  }
}

function either(alternatives: readonly AST.Alternative[]): Translated {
  const each = alternatives.map(({ elements }) => elements.map(translate));
  return {
    text: `(?:${each.map((parts) => parts.map(({ text }) => text).join('')).join('|')})`,
    size: each.flat().reduce((sum, { size }) => sum + size, each.length),
  };
}

function repeated({ element, min, max }: AST.Quantifier): Translated {
  const { text, size } = translate(element);
  const times = max === Number.POSITIVE_INFINITY ? `{${min},}` : `{${min},${max}}`;
  return { text: `(?:${text})${times}`, size: size * Math.max(min, max === Number.POSITIVE_INFINITY ? 1 : max, 1) };
}

function assertion(node: AST.Assertion): Translated {
  switch (node.kind) {
    case 'start':
      return { text: String.raw`\A`, size: 1 };
    case 'end':
      return { text: String.raw`\z`, size: 1 };
    case 'word':
      // Of the same characters in both, as long as case counts.
      return { text: node.negate ? String.raw`\B` : String.raw`\b`, size: 1 };
    default:
      return LACKING;
  }
}

function setOf(set: CodePoints): string {
  // RE2 has no empty class.
  if (set.length === 0) return `[^${rangesOf(complement(set))}]`;
  return `[${rangesOf(set)}]`;
}

const rangesOf = (set: CodePoints): string => set.map(([from, to]) => `${point(from)}-${point(to)}`).join('');

const point = (code: number): string => `\\x{${code.toString(16)}}`;
