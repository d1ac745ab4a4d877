import { memoizedByText } from '../memo/memo';

/** A pattern as ECMA-262 reads it with the flag `u`, or why it can't be read; both without a full stop. */
type ReadablePattern = { readonly pattern: string; readonly problem: string } | { readonly error: string };

/** A pattern as it is meant: by JSON Schema nothing may be escaped that need not be (2020-12 §6.4), but most authors do so. */
export const readablePattern: (pattern: string) => ReadablePattern = memoizedByText((pattern) => {
  const literal = literalIn(pattern);
  if (literal === undefined) return withoutSlashes(pattern);
  if (!/^[dgu]*$/.test(literal.flags)) return { error: `the flags "${literal.flags}" have no place in a pattern` };
  const inner = withoutSlashes(literal.inner);
  return 'error' in inner ? inner : { ...inner, problem: 'expected a pattern, found one between slashes' };
});

/** What stands between the slashes of `/^[a-z]+$/i`. They are marks of a literal where nothing would fit otherwise, and where flags follow. */
function literalIn(pattern: string): { readonly inner: string; readonly flags: string } | undefined {
  const [, inner, flags = ''] = /^\/((?:[^/\\]|\\[\s\S])+)\/([dgimsuy]{0,7})$/.exec(pattern) ?? [];
  if (inner === undefined) return undefined;
  return flags !== '' || inner.startsWith('^') || /(?<!\\)\$$/.test(inner) ? { inner, flags } : undefined;
}

function withoutSlashes(pattern: string): ReadablePattern {
  const error = errorOf(pattern);
  if (error === undefined) return { pattern, problem: '' };
  const meant = [withoutNeedlessEscapes(pattern), withAnchors(withoutNeedlessEscapes(pattern))].find(
    (one) => errorOf(one) === undefined,
  );
  return meant === undefined ? { error } : { pattern: meant, problem: error };
}

function errorOf(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** `\:` and the like stand for themselves; `\-` may be escaped within brackets alone. */
function withoutNeedlessEscapes(pattern: string): string {
  let isInBrackets = false;
  return pattern.replaceAll(/\\?[\s\S]/gu, (piece) => {
    if (piece === '[') isInBrackets = true;
    if (piece === ']') isInBrackets = false;
    if (piece === '\\-') return isInBrackets ? piece : '-';
    return /^\\[^\w\s^$\\.*+?()[\]{}|/]$|^\\_$|^\\ $/u.test(piece) ? piece.slice(1) : piece;
  });
}

/** Beginning and end of a text in other languages. */
const withAnchors = (pattern: string): string =>
  pattern.replaceAll(/\\[\s\S]/gu, (piece) => ANCHORS.get(piece) ?? piece);

const ANCHORS: ReadonlyMap<string, string> = new Map([
  ['\\A', '^'],
  ['\\z', '$'],
  ['\\Z', '$'],
]);
