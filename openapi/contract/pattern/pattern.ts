import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { memoizedByText, once } from '../memo/memo';
import { isLinearWhenBacktracking } from './backtracking';
import { re2Of } from './re2';
import { type Manner, textOf } from './texts';
import { timedTest } from './timed';

/** A pattern of a schema (JSON Schema 2020-12 Validation §6.3.3): ECMA-262's, with the flag `u`. */
export interface Pattern {
  /** Whether a text has a match anywhere in it. */
  readonly test: (text: string) => boolean;
  /** The pattern as it is written. */
  readonly toString: () => string;
  /** By what: `timed` may give a text up that would take too long. The others take linear time. */
  readonly engine: 'v8' | 're2' | 'timed';
}

/**
 * A pattern that is ready to test texts, none of which holds others up:
 *
 * - V8's own engine is the fastest, where it is sure that it takes linear time (`isLinearWhenBacktracking`);
 * - RE2 takes linear time for every pattern, and keeps at most 8 MiB of what it has learnt of each;
 * - for what RE2 lacks (looking around, referring back, or more than a thousand repetitions of nested counts) V8's engine
 *   again, under a limit of time (`timedTest`).
 *
 * @throws SyntaxError for what is no pattern
 */
export function newPattern(source: string): Pattern {
  const own = new RegExp(source, 'u');
  const shown = { toString: () => source };
  const syntax = syntaxOf(source);
  const timed = (text: string) => timedTest()(own, text);
  const linear = once(() => ({ test: re2Of(syntax, own) }));
  if (syntax !== undefined && isLinearWhenBacktracking(syntax)) {
    const testLong = (text: string) => (linear().test ?? timed)(text);
    return { test: (text) => (text.length <= LONG ? own.test(text) : testLong(text)), ...shown, engine: 'v8' };
  }
  const { test } = linear();
  return test === undefined ? { test: timed, ...shown, engine: 'timed' } : { test, ...shown, engine: 're2' };
}

/** Of longer texts the places that V8 may have to come back to could be more than it has room for. */
const LONG = 100_000;

/** The same, made once for each source: a contract has few of them. */
export const patternOf = memoizedByText(newPattern);

/** The syntax tree of a pattern that V8 takes with the flag `u`; undefined where it is of a later ECMAScript than the parser's. */
function syntaxOf(pattern: string): AST.Pattern | undefined {
  try {
    return new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
  } catch {
    return undefined;
  }
}

/**
 * A text that a pattern describes, and mostly matches: what looks around is passed over. Undefined where the pattern can't be taken
 * apart.
 */
export function drawText(pattern: string, manner: Manner): string | undefined {
  const syntax = keptSyntaxOf(pattern);
  return syntax && textOf(syntax, manner);
}

const keptSyntaxOf = memoizedByText(syntaxOf);

/** How many parts a text that matches has at least: a million for `(a{1000}){1000}`, infinitely many where that is not known. */
export function leastPartsOf(pattern: string): number {
  const syntax = keptSyntaxOf(pattern);
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
