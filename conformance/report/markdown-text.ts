import { partOf } from '../../openapi/contract';
import { printable, printableLines } from '../../openapi/program/printable';

/**
 * A text as it is: nothing in it is taken for Markdown or HTML, in tables and headings too (CommonMark 0.31 §2.5: what is
 * written as an entity marks nothing up).
 */
export const plain = (text: string): string => printable(text).replaceAll(MARKS, (mark) => `&#${mark.charCodeAt(0)};`);

/** The same in the type of code, where nobody is mentioned and nothing linked. */
export const code = (text: string): string => `<code>${plain(text)}</code>`;

/** GFM, and what sites make of it besides: formulas, mentions, links of bare addresses. */
const MARKS = /[&<>`*_[\]\\|~!#$@]|:(?=\/\/)|(?<=www)\./gi;

/** A block of code, between fences that are longer than any in it (CommonMark 0.31 §4.5). */
export function block(language: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${printableLines(text)}\n${fence}`;
}

/** The beginning of a text, of so many characters at the most. */
export const short = (text: string, most: number): string =>
  text.length <= most ? text : `${partOf(text, 0, most - 1)}…`;

/** @param cells texts of Markdown */
export const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A table, of so many bytes at the most; what is left out is told behind it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], bytes: number): string {
  const lines = rows.map(row);
  const shown = fitting(lines, bytes);
  const left = lines.length - shown.length;
  return [
    row(head),
    row(head.map(() => '---')),
    ...shown,
    ...(left === 0 ? [] : ['', `${left} more rows are left out here.`]),
  ].join('\n');
}

/** The first of some texts, as many as fit in so many bytes. */
export function fitting(texts: readonly string[], bytes: number): readonly string[] {
  let left = bytes;
  const over = texts.findIndex((text) => {
    left -= Buffer.byteLength(text) + 2;
    return left < 0;
  });
  return over < 0 ? texts : texts.slice(0, over);
}
