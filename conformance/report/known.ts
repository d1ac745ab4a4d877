import type { BaselineEntry, SetAside } from '../baseline/model';
import { findingName } from '../model/finding-id';

/** More is in the JSON report. */
const MOST_SHOWN = 12;

/** What a baseline made of the findings, in blocks of lines that begin with their heading. */
export function knownText({ file, known, counted, fixed, unknown }: SetAside): readonly (readonly string[])[] {
  return [
    block(
      `Set aside by ${file}:`,
      known.map(({ finding, reason }) => `${findingName(finding)}: ${finding.actual} (${reason})`),
    ),
    block(
      `Counted, though ${file} names it:`,
      counted.map(({ entry, why }) => `${findingName(entry)}: ${why}`),
    ),
    block(`Fixed, to be taken out of ${file} (--update-baseline does):`, fixed.map(findingName)),
    block(
      `In ${file}, and of no check or operation that there is:`,
      unknown.map((entry: BaselineEntry) => findingName(entry)),
    ),
  ].filter((lines) => lines.length > 0);
}

function block(heading: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length - MOST_SHOWN;
  return [
    heading,
    ...lines.slice(0, MOST_SHOWN).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

/** The same in half a line, for a summary. */
export function knownCount({ known, fixed }: SetAside): string {
  return `${known.length} known${fixed.length === 0 ? '' : `, ${fixed.length} fixed`}`;
}
