import { memoizedByText } from '../memo/memoized';
import { isLinearWhenBacktracking } from './backtracking';
import { syntaxOf } from './syntax';
import { timedTest } from './timed';
import { toRe2 } from './to-re2';

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
  const shown = () => source;
  const syntax = syntaxOf(source);
  if (syntax !== undefined && isLinearWhenBacktracking(syntax)) {
    return { test: (text) => own.test(text), toString: shown, engine: 'v8' };
  }
  const translated = syntax && toRe2(syntax);
  const linear = translated === undefined ? undefined : re2Of(translated);
  if (linear !== undefined) return { test: linear, toString: shown, engine: 're2' };
  return { test: (text) => timedTest()(own, text), toString: shown, engine: 'timed' };
}

/** The same, worked out once: a contract has few of them. */
export const patternOf = memoizedByText(newPattern);

function re2Of(translated: string): ((text: string) => boolean) | undefined {
  // Loaded for the first pattern that needs it.
  const { RE2JS } = require('re2js') as typeof import('re2js');
  try {
    const compiled = RE2JS.compile(translated);
    return (text) => compiled.test(text);
  } catch {
    // Nested too deep for it.
    return undefined;
  }
}
