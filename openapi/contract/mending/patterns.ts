import { memoizedByText } from '../memo/memoized';

/** A pattern as ECMA-262 reads it with the flag `u`, or why it can't be read; both without a full stop. */
export type ReadablePattern = { readonly pattern: string; readonly problem: string } | { readonly error: string };

/**
 * A pattern of a schema as it is meant. JSON Schema asks for the flag `u` (2020-12 §6.4), with which nothing may be escaped that
 * need not be: most authors try theirs without it.
 */
export const readablePattern: (pattern: string) => ReadablePattern = memoizedByText((pattern) => {
  const error = errorOf(pattern);
  if (error === undefined) return { pattern, problem: '' };
  const meant = [withoutNeedlessEscapes(pattern), withAnchors(withoutNeedlessEscapes(pattern))].find(
    (one) => errorOf(one) === undefined,
  );
  return meant === undefined ? { error } : { pattern: meant, problem: error };
});

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
