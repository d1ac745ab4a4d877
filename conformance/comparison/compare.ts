import { printable } from '../../openapi/program/printable';
import { isFixed, type Judging } from '../baseline/fixed';
import { jsonText } from '../files';
import { plain } from '../report/markdown';
import { type Cell, type Finding, findingName } from '../verdict/result';
import { findingsOf, knownOf, type ListedFinding, type SavedReport } from './saved';

/** What has changed from one report to another one. */
export interface Comparison {
  /** What was not there before, or is worse than it was. */
  readonly added: readonly ListedFinding[];
  readonly fixed: readonly ListedFinding[];
  readonly same: readonly ListedFinding[];
  /** What was not there before, or was less bad, and a baseline sets aside. */
  readonly setAside: readonly ListedFinding[];
  /** What was found before, does not show now, and may still be there. */
  readonly uncertain: readonly ListedFinding[];
  /** What was judged before and is not any more. */
  readonly lost: readonly LostCell[];
}

interface LostCell extends Pick<Cell, 'check' | 'operation' | 'reasons'> {
  readonly before: Cell['outcome'];
  /** Undefined where it is not in the report. */
  readonly now: Cell['outcome'] | undefined;
}

/**
 * Findings by their check, operation and key, those that a baseline sets aside among them: these are the same or fixed, and
 * never new.
 *
 * @param judgingOf what the rules are like, by whether all that was judged before was judged now
 */
export function compareReports(
  before: SavedReport,
  now: SavedReport,
  judgingOf: (isWhole: boolean) => Judging,
): Comparison {
  const was = byName([...knownOf(before), ...findingsOf(before)]);
  const is = byName([...knownOf(now), ...findingsOf(now)]);
  const isNew = (finding: ListedFinding): boolean => {
    const earlier = was.get(findingName(finding));
    return earlier === undefined || rank(finding) < rank(earlier);
  };
  const lost = lostBetween(before.checks, now.checks);
  const judging = judgingOf(before.checks.every(({ check, operation }) => cellOf(now, check, operation) !== undefined));
  const cells = { cells: now.checks, isInterrupted: false };
  const gone = [...findingsOf(before), ...knownOf(before)].filter((finding) => !is.has(findingName(finding)));
  const known = knownOf(now);
  return {
    added: findingsOf(now).filter(isNew),
    same: [...findingsOf(now), ...known].filter((finding) => !isNew(finding)),
    setAside: known.filter(isNew),
    fixed: gone.filter((finding) => isFixed(finding, cells, judging)),
    uncertain: gone.filter((finding) => !isFixed(finding, cells, judging)),
    lost,
  };
}

/** Of two with one name the worse one stands. */
const byName = (findings: readonly ListedFinding[]): ReadonlyMap<string, ListedFinding> =>
  new Map(findings.toSorted((one, other) => rank(other) - rank(one)).map((one) => [findingName(one), one]));

const rank = ({ outcome }: ListedFinding): number => OUTCOMES.indexOf(outcome);
const OUTCOMES: readonly Finding['outcome'][] = ['fail', 'flaky', 'warn'];

const cellOf = ({ checks }: SavedReport, check: string, operation: string): Cell | undefined =>
  checks.find((cell) => cell.check === check && cell.operation === operation);

function lostBetween(before: readonly Cell[], now: readonly Cell[]): readonly LostCell[] {
  const left = new Map(now.map((cell) => [`${cell.check} ${cell.operation}`, cell]));
  return before
    .filter(({ outcome }) => !UNJUDGED.has(outcome))
    .flatMap(({ check, operation, outcome }) => {
      const cell = left.get(`${check} ${operation}`);
      if (cell !== undefined && !UNJUDGED.has(cell.outcome)) return [];
      return [{ check, operation, before: outcome, now: cell?.outcome, reasons: cell?.reasons ?? [] }];
    });
}

const UNJUDGED: ReadonlySet<Cell['outcome']> = new Set<Cell['outcome']>(['skip', 'inconclusive', 'error']);

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
