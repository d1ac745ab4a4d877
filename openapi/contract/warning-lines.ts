import { groupedBy, partOf } from './json/value';
import type { Contract } from './model/contract';
import { type DocumentProblem, MOST_WARNINGS } from './model/problem';

/** How many of a document's faults are printed. */
export type WarningDetail = 'few' | 'all' | 'none';

/** Kinds of faults that are printed by default. */
const FEW = 10;

/** What is wrong with a document and what is done about it, as lines; of many that are alike the first, and how many there are. */
export function warningLines(
  { warnings, source }: Pick<Contract, 'warnings' | 'source'>,
  detail: WarningDetail,
): string[] {
  if (warnings.length === 0 || detail === 'none') return [];
  const least = warnings.length < MOST_WARNINGS ? '' : 'at least ';
  const head = `${source.name} has ${warnings.length === 1 ? 'a fault' : `${least}${warnings.length} faults`}, and is read all the same; --strict refuses it:`;
  if (detail === 'all') return [head, ...warnings.map((warning) => lineOf(warning, 1))];
  const shown = [...groupedBy(warnings, kindOf).values()].slice(0, FEW);
  const left = warnings.length - shown.reduce((sum, alike) => sum + alike.length, 0);
  return [
    head,
    ...shown.flatMap((alike) => alike.slice(0, 1).map((warning) => lineOf(warning, alike.length))),
    ...(left > 0 ? [`  and ${left} others of other kinds`] : []),
    ...(shown.length < warnings.length ? ['  --warnings all tells each of them.'] : []),
  ];
}

function lineOf({ file = '', pointer, problem, remedy }: DocumentProblem, count: number): string {
  const others = count === 1 ? '' : ` (and ${count === 2 ? 'another' : `${count - 1} others`} like it)`;
  return `  ${file}#${cut(pointer)}: ${cut(problem)} ${remedy}${others}`;
}

/** Names in a document may be as long as it is. */
const cut = (text: string): string =>
  text.length <= LONGEST
    ? text
    : `${partOf(text, 0, LONGEST / 2)}…${partOf(text, text.length - LONGEST / 2, text.length)}`;

const LONGEST = 400;

/** The same for faults that differ in names, values and places alone. */
const kindOf = ({ problem, remedy }: DocumentProblem): string =>
  [problem, remedy].map((text) => text.replaceAll(/"[^"]*"|\S*[/\d{}[\]]\S*|, not .*$/g, '…')).join(' ');
