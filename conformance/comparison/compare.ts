import { printable } from '../../openapi/program/printable';
import { isFixed, isWorse, type Judging } from '../baseline/fixed';
import { jsonText } from '../files';
import { FINDING_PREFIXES } from '../report/content/wording';
import { plain } from '../report/markdown';
import { type Cell, findingName } from '../verdict/result';
import { findingsOf, knownOf, type ListedFinding, type SavedReport } from './saved';

/** What has changed from one report to another one. */
interface Comparison {
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
    return earlier === undefined || isWorse(finding.outcome, earlier.outcome);
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
function byName(findings: readonly ListedFinding[]): ReadonlyMap<string, ListedFinding> {
  const found = new Map<string, ListedFinding>();
  for (const one of findings) {
    const other = found.get(findingName(one));
    if (other === undefined || !isWorse(other.outcome, one.outcome)) found.set(findingName(one), one);
  }
  return found;
}

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
interface Compared {
  readonly before: SavedReport;
  readonly now: SavedReport;
  readonly comparison: Comparison;
}

/** How a comparison may be shown. */
export const FORMATS = ['text', 'json', 'markdown'] as const;

/** The groups of findings: their names in JSON and in a count, and their headings. */
const GROUPS = [
  { group: 'added', name: 'new', counted: 'new', title: 'New' },
  { group: 'fixed', name: 'fixed', counted: 'fixed', title: 'Fixed' },
  { group: 'same', name: 'same', counted: 'the same', title: 'The same' },
  { group: 'setAside', name: 'setAside', counted: 'new and set aside', title: 'New, and set aside by a baseline' },
  { group: 'uncertain', name: 'uncertain', counted: 'maybe still there', title: 'Found before, and maybe still there' },
] as const;

/** These are counted where there are none, too. */
const ALWAYS: readonly string[] = ['added', 'fixed', 'same'];

export const RENDERERS = {
  text: (compared) => {
    const blocks = blocksOf(compared).map(([title, lines]) =>
      [`${title}:`, ...lines.map((line) => `  ${printable(line)}`), '', ''].join('\n'),
    );
    return `${blocks.join('')}${headOf(compared).map(printable).join('\n')}\n`;
  },
  json: ({ comparison }) =>
    jsonText({
      ...Object.fromEntries(GROUPS.map(({ group, name }) => [name, comparison[group].map(briefly)])),
      judgedNoMore: comparison.lost,
    }),
  markdown: (compared) => {
    const [summary = '', ...notes] = headOf(compared).map(plain);
    const blocks = blocksOf(compared).map(
      ([title, lines]) => `### ${plain(title)}\n\n${lines.map((line) => `- ${plain(line)}\n`).join('')}`,
    );
    return [`**${summary}**\n`, ...notes.map((note) => `${note}\n`), ...blocks].join('\n');
  },
} as const satisfies Readonly<Record<(typeof FORMATS)[number], (compared: Compared) => string>>;

function headOf({ before, now, comparison }: Compared): readonly string[] {
  const { lost } = comparison;
  const counts = GROUPS.flatMap(({ group, counted }) =>
    comparison[group].length === 0 && !ALWAYS.includes(group) ? [] : [`${comparison[group].length} ${counted}`],
  );
  return [
    [...counts, ...(lost.length === 0 ? [] : [`${lost.length} checks no longer judged`])].join(', '),
    `${before.target} of ${before.startedAt} against ${now.target} of ${now.startedAt}`,
    ...(before.contract.sha256 === now.contract.sha256
      ? []
      : [`The document has changed: ${documentOf(before)} before, ${documentOf(now)} now.`]),
  ];
}

const documentOf = ({ contract: { title, version, sha256 } }: SavedReport): string =>
  `${title} ${version} (${sha256.slice(0, 8)})`;

function blocksOf({ comparison }: Compared): readonly (readonly [string, readonly string[]])[] {
  const lost = comparison.lost.map(
    ({ check, operation, before, now = 'not in the report', reasons }) =>
      `${check} ${operation}: ${before} → ${now}${reasons.length === 0 ? '' : ` (${reasons.join('; ')})`}`,
  );
  const blocks = GROUPS.map(({ group, title }) => [title, comparison[group].map(lineOf)] as const);
  return [...blocks, ['No longer judged', lost] as const].filter(([, lines]) => lines.length > 0);
}

const lineOf = (finding: ListedFinding): string =>
  `${FINDING_PREFIXES[finding.outcome]}${findingName(finding)}: ${finding.actual}; expected ${finding.expected}`;

const briefly = ({ outcome, check, operation, key, expected, actual }: ListedFinding) => ({
  outcome,
  check,
  operation,
  key,
  expected,
  actual,
});
