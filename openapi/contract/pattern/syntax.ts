import { type AST, RegExpParser } from '@eslint-community/regexpp';

/**
 * The syntax tree of a pattern that V8 takes with the flag `u`; undefined where it is of a later ECMAScript than the
 * parser's.
 */
export function syntaxOf(pattern: string): AST.Pattern | undefined {
  try {
    return new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
  } catch {
    return undefined;
  }
}
