import type { BaselineEntry, SetAside } from '../baseline/model';
import { findingName } from '../verdict/result';

/**
 * What a baseline made of the findings, in blocks of lines that begin with their heading.
 *
 * @param most the lines of a block that are shown
 */
export function knownText(
  { file, known, counted, fixed, uncertain, unknown }: SetAside,
  most = Number.POSITIVE_INFINITY,
): readonly (readonly string[])[] {
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
      `In ${file}, not seen, and maybe still there:`,
      uncertain.map(({ entry, why }) => `${findingName(entry)}: ${why}`),
    ),
    block(
      `In ${file}, and of no check or operation that there is:`,
      unknown.map((entry: BaselineEntry) => findingName(entry)),
    ),
  ]
    .filter((lines) => lines.length > 1)
    .map((lines) => beginningOf(lines, most));
}

const block = (heading: string, lines: readonly string[]): readonly string[] => [
  heading,
  ...lines.map((line) => `  ${line}`),
];

function beginningOf(lines: readonly string[], most: number): readonly string[] {
  const more = lines.length - 1 - most;
  return more > 0 ? [...lines.slice(0, most + 1), `  and ${more} more`] : lines;
}

/** The same in half a line, for a summary. */
export function knownCount({ known, fixed, uncertain }: SetAside): string {
  return [
    `${known.length} known`,
    ...(fixed.length === 0 ? [] : [`${fixed.length} fixed`]),
    ...(uncertain.length === 0 ? [] : [`${uncertain.length} maybe still there`]),
  ].join(', ');
}
