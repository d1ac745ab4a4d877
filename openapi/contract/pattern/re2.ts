import type { AST } from '@eslint-community/regexpp';
import { RE2JS } from 're2js';
import { toRe2 } from './to-re2';

/**
 * A test by RE2, in linear time; undefined where it lacks what the pattern has.
 *
 * @param _own the same pattern for V8
 */
export function re2Of(syntax: AST.Pattern | undefined, _own: RegExp): ((text: string) => boolean) | undefined {
  const translated = syntax && toRe2(syntax);
  if (translated === undefined) return undefined;
  try {
    const compiled = RE2JS.compile(translated);
    return (text) => compiled.test(text);
  } catch {
    // Nested too deep for it.
    return undefined;
  }
}
