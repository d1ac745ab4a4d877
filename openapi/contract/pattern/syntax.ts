import type { AST } from '@eslint-community/regexpp';

/**
 * The syntax tree of a pattern that V8 takes with the flag `u`; undefined where it is of a later ECMAScript than the
 * parser's.
 */
export function syntaxOf(pattern: string): AST.Pattern | undefined {
  // Loaded for the first pattern.
  const { RegExpParser } = require('@eslint-community/regexpp') as typeof import('@eslint-community/regexpp');
  try {
    return new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
  } catch {
    return undefined;
  }
}
