import { memoizedByText } from '../memo/memo';
import type { Operation } from '../model/operation';

/**
 * The sentences of what a document says of all operations, or of those of a tag.
 *
 * @param names leaves those that have one of these names, set as code; default: all
 */
export const sentencesAround = ({ around = [] }: Operation, names?: readonly string[]): readonly string[] =>
  around.flatMap(sentencesIn).filter((sentence) => names === undefined || hasOneOf(names, sentence));

/** The same with what stands behind a semicolon, which is said of what stands before it. */
export const sayingsAround = ({ around = [] }: Operation, names: readonly string[]): readonly string[] =>
  around
    .map(sentencesIn)
    .flatMap((all) => all.map((one, nth) => (one.endsWith(';') ? `${one} ${all[nth + 1] ?? ''}` : one)))
    .filter((sentence) => hasOneOf(names, sentence));

const hasOneOf = (names: readonly string[], sentence: string): boolean =>
  names.some((name) => sentence.includes(`\`${name}\``));

/** The paragraphs of the same that have a name in them, such as a header's. */
export const paragraphsAround = ({ around = [] }: Operation, name: string): readonly string[] =>
  around
    .flatMap((text) => text.split(/\n\s*\n/))
    .filter((text) => named(name).test(text))
    .map((text) => text.replaceAll(/\s+/g, ' '));

/** The same, and all others of a section that begins with one of these; a table's rows as sentences, under the words at its head. */
export const sectionsAround = ({ around = [] }: Operation, name: string, about: RegExp): readonly string[] =>
  around
    .flatMap((text) => text.split(/\n(?=#{1,6} )/))
    .flatMap((section) => {
      const paragraphs = section.split(/\n\s*\n/);
      const [first] = paragraphs.filter((text) => !/^\s*(?:#[^\n]*)?$/.test(text));
      const isOfIt = first !== undefined && /^#{1,6} /.test(section) && named(name).test(first) && about.test(first);
      return isOfIt ? paragraphs : paragraphs.filter((text) => named(name).test(text));
    })
    .map((text) => rowsOf(text).replaceAll(/\s+/g, ' '));

const named = (name: string): RegExp => new RegExp(`(?<![\\w-])${name.replaceAll(/[^\w-]/g, '.')}(?![\\w-])`, 'i');

/** The cells of one line of a table. */
export type Row = readonly string[];

/** The tables of a text in Markdown, row by row, the names of the columns first. */
export function tablesIn(text: string): readonly (readonly Row[])[] {
  const tables: Row[][] = [[]];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line.startsWith('|'))
      tables.at(-1)?.push(
        line
          .replaceAll(/^\||\|$/g, '')
          .split('|')
          .map((cell) => cell.trim()),
      );
    else if (tables.at(-1)?.length !== 0) tables.push([]);
  }
  return tables.flatMap(([head = [], rule = [], ...rows]) =>
    rows.length > 0 && rule.every((cell) => /^:?-+:?$/.test(cell)) ? [[head, ...rows]] : [],
  );
}

/** Each row of a table as a sentence: `The key is known, and the body is different, then 422`. */
function rowsOf(text: string): string {
  const tables = tablesIn(text.replaceAll('…', ' '));
  const sentences = tables.flatMap(([head = [], ...rows]) =>
    rows.map((row) => `${row.map((cell, nth) => `${head[nth] ?? ''} ${cell}`.trim()).join(', ')}.`),
  );
  return sentences.length === 0 ? text : sentences.join('\n');
}

/** The sentences around that are about something: those that name it, and those behind them that go on with "it" or "such". */
export function sentencesAbout({ around = [] }: Operation, name: RegExp): readonly string[] {
  const found: string[] = [];
  for (const paragraph of around.flatMap((text) => text.split(/\n\s*\n/))) {
    let isAbout = false;
    for (const sentence of sentencesIn(paragraph)) {
      isAbout = name.test(sentence) || (isAbout && (GOES_ON.test(sentence) || found.at(-1)?.endsWith(';') === true));
      if (isAbout) found.push(sentence);
    }
  }
  return found;
}

/**
 * The sentences of a text, without emphasis. A line of a list is one of its own, and a row of a table, whatever its cells have in them;
 * a name may have a dot in it. Many operations have the same text around.
 */
export const sentencesIn = memoizedByText((text: string): readonly string[] =>
  text
    .split(/\n(?=\s*\|)|(?<=\|)\s*\n/)
    .flatMap((part) => (/^\s*\|/.test(part) ? [part] : part.split(/(?<=[.!?;])\s+|\n\s*(?:\n|[-*]\s)/)))
    .map((one) => one.replaceAll(/\s+/g, ' ').replaceAll(EMPHASIS, '').trim())
    .filter((one) => one !== ''),
);

/** A part behind a semicolon goes on with what stands before it. */
const GOES_ON =
  /^(?:(?:it|they|this|these|such|that|those|each|any|all of (?:them|these))|(?:we|you|the server) (?:\w+ ){1,3}(?:them|it|these|those))\b/i;

const EMPHASIS = /(?<![\w`*/])\*{1,2}(?=[a-z])|(?<=[a-z])\*{1,2}(?![\w`*/])/gi;
