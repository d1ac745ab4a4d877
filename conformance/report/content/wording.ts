import { partOf } from '../../../openapi/contract';
import type { Cause } from '../../judge/causes';
import type { Finding } from '../../verdict/result';

/** Linux takes no longer argument of a command; no reader wants so much of a report either. */
const MOST_CHARACTERS = 120_000;
const BEGINNING = 1000;

export const isLong = (text: string): boolean => text.length > MOST_CHARACTERS;

/** The beginning of a long text. The text has no secret any more: part of one would not be found. */
export const beginningOf = (text: string): string => partOf(text, 0, BEGINNING);

/** A text; of a long one the beginning, and how long it is. */
export const cut = (text: string): string =>
  isLong(text) ? `${beginningOf(text)}… (cut: ${text.length} characters)` : text;

/** The beginning of a text, of so many characters at the most. */
export const short = (text: string, most: number): string =>
  text.length <= most ? text : `${partOf(text, 0, most - 1)}…`;

/** The first of some lines or texts; how many more there are, `more` puts into one of them. */
export const firstOf = (all: readonly string[], most: number, more: (count: number) => string): readonly string[] =>
  all.length <= most ? all : [...all.slice(0, most), more(all.length - most)];

/** Names in a row, the first of them. */
export const listed = (names: readonly string[], most: number): string =>
  names.slice(0, most).join(', ') + (names.length > most ? ` and ${names.length - most} more` : '');

/** What a finding is called, and what stands before one in a line: nothing before a violation. */
export const FINDING_NAMES: Readonly<Record<Finding['outcome'], string>> = {
  fail: 'Violation',
  flaky: 'Flaky',
  warn: 'Warning',
};
export const FINDING_PREFIXES: Readonly<Record<Finding['outcome'], string>> = {
  fail: '',
  flaky: 'flaky ',
  warn: 'warning ',
};

/** A number with its noun, such as `1 request` and `2 requests`. */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A share in whole percents, rounded down; 0 of nothing. */
export const percentOf = (part: number, all: number): number => (all === 0 ? 0 : Math.floor((100 * part) / all));

/** How many further operations have a cause in common. */
export const furtherText = (cause: Cause): string =>
  `${plural(cause.operations.length - 1, 'more operation')}${apartText(cause)}`;

/** Of how many operations a cause is no violation, but a warning: what a document foresees there, for one. */
export function apartText({ finding: { check, outcome }, operations, consequences }: Cause): string {
  const alike = consequences.filter((one) => one.check === check && one.outcome === outcome);
  const found = new Set(alike.map(({ operation }) => operation));
  const lesser = operations.slice(1).filter((operation) => !found.has(operation)).length;
  return lesser === 0 ? '' : ` (${lesser} as a warning only)`;
}
