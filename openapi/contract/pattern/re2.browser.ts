import type { AST } from '@eslint-community/regexpp';
import { toRe2 } from './to-re2';

/** In a page nobody but its own scripts waits for a pattern that takes its time: the browser's engine finds the same without RE2's 150 kB. */
export const re2Of = (syntax: AST.Pattern | undefined, own: RegExp): ((text: string) => boolean) | undefined =>
  syntax === undefined || toRe2(syntax) === undefined ? undefined : (text) => own.test(text);
