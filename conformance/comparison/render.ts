import { printable } from '../../openapi/program/printable';
import { jsonText } from '../files';
import { plain } from '../report/markdown-text';
import type { ListedFinding, SavedReport } from '../report/saved';
import { findingName } from '../verdict/result';
import type { Comparison } from './compare';

/** Two reports, and what has changed from one to the other. */
export interface Compared {
  readonly before: SavedReport;
  readonly now: SavedReport;
  readonly comparison: Comparison;
}

/** How a comparison may be shown. */
export const FORMATS = ['text', 'json', 'markdown'] as const;

export const RENDERERS = {
  text: textOf,
  json: ({ comparison: { added, fixed, same, setAside, uncertain, lost } }) =>
    jsonText({
      new: added.map(briefly),
      fixed: fixed.map(briefly),
      same: same.map(briefly),
      setAside: setAside.map(briefly),
      uncertain: uncertain.map(briefly),
      judgedNoMore: lost,
    }),
  markdown: (compared) => {
    const [summary, ...notes] = headOf(compared);
    const blocks = blocksOf(compared).map(
      ([title, lines]) => `### ${plain(title)}\n\n${lines.map((line) => `- ${plain(line)}\n`).join('')}`,
    );
    return [`**${plain(summary ?? '')}**\n`, ...notes.map((note) => `${plain(note)}\n`), ...blocks].join('\n');
  },
} as const satisfies Readonly<Record<(typeof FORMATS)[number], (compared: Compared) => string>>;

function textOf(compared: Compared): string {
  const blocks = blocksOf(compared).map(([title, lines]) =>
    [`${title}:`, ...lines.map((line) => `  ${printable(line)}`), '', ''].join('\n'),
  );
  return `${blocks.join('')}${headOf(compared).map(printable).join('\n')}\n`;
}

function headOf({
  before,
  now,
  comparison: { added, fixed, same, setAside, uncertain, lost },
}: Compared): readonly string[] {
  const counts = [
    `${added.length} new`,
    `${fixed.length} fixed`,
    `${same.length} the same`,
    ...(setAside.length === 0 ? [] : [`${setAside.length} new and set aside`]),
    ...(uncertain.length === 0 ? [] : [`${uncertain.length} maybe still there`]),
    ...(lost.length === 0 ? [] : [`${lost.length} checks judged no more`]),
  ];
  return [
    counts.join(', '),
    `${before.target} of ${before.startedAt} against ${now.target} of ${now.startedAt}`,
    ...(before.contract.sha256 === now.contract.sha256
      ? []
      : [`The document is another one: ${documentOf(before)} before, ${documentOf(now)} now.`]),
  ];
}

const documentOf = ({ contract: { title, version, sha256 } }: SavedReport): string =>
  `${title} ${version} (${sha256.slice(0, 8)})`;

function blocksOf({
  comparison: { added, fixed, same, setAside, uncertain, lost },
}: Compared): readonly (readonly [string, readonly string[]])[] {
  const blocks: readonly (readonly [string, readonly string[]])[] = [
    ['New', added.map(lineOf)],
    ['Fixed', fixed.map(lineOf)],
    ['The same', same.map(lineOf)],
    ['New, and set aside by a baseline', setAside.map(lineOf)],
    ['Found before, and maybe still there', uncertain.map(lineOf)],
    [
      'Judged no more',
      lost.map(
        ({ check, operation, before, now = 'not in the report', reasons }) =>
          `${check} ${operation}: ${before} → ${now}${reasons.length === 0 ? '' : ` (${reasons.join('; ')})`}`,
      ),
    ],
  ];
  return blocks.filter(([, lines]) => lines.length > 0);
}

const lineOf = (finding: ListedFinding): string =>
  `${WORDS[finding.outcome]}${findingName(finding)}: ${finding.actual}; expected ${finding.expected}`;

const WORDS: Readonly<Record<ListedFinding['outcome'], string>> = { fail: '', flaky: 'flaky ', warn: 'warning ' };

const briefly = ({ outcome, check, operation, key, expected, actual }: ListedFinding) => ({
  outcome,
  check,
  operation,
  key,
  expected,
  actual,
});
