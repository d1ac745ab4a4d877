import { parseJson } from '../../../openapi/contract';
import { isLong } from '../cut';

const DEEPEST = 20;

/** Strings (the last one may be cut), brackets, separators, and what stands between them, such as numbers. */
const TOKENS = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/gs;

/**
 * JSON in lines, each token as it was written: numbers keep their digits and form, and what comes twice stands there twice.
 * A text that is no JSON, or goes too deep for lines, or is too long in them, stays as it is.
 *
 * @param isCut whether only the beginning is there
 */
export function inLines(text: string, isCut: boolean): string {
  if (!/^\s*[[{]/.test(text) || (!isCut && !isJson(text))) return text;
  let depth = 0;
  let before = '';
  const parts: string[] = [];
  for (const [token] of text.matchAll(TOKENS)) {
    const closes = token === '}' || token === ']';
    const isEmpty = closes && (before === '{' || before === '[');
    if (closes) depth -= 1;
    const opened = before === '{' || before === '[' || before === ',';
    if (!isEmpty && (closes || opened)) parts.push(`\n${'  '.repeat(Math.max(0, depth))}`);
    if (isValue(before) && isValue(token)) parts.push(' ');
    parts.push(token === ':' ? ': ' : token);
    if (token === '{' || token === '[') depth += 1;
    if (depth > DEEPEST) return text;
    before = token;
  }
  const lines = parts.join('');
  return isLong(lines) ? text : lines;
}

/** Two in a row stand in no JSON, but may in the beginning of a text that is none. */
const isValue = (token: string): boolean => token !== '' && !/^[{}[\],:]$/.test(token);

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}
