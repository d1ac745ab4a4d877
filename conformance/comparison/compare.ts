import { isFixed, type Judging } from '../baseline/fixed';
import { findingsOf, knownOf, type ListedFinding, type SavedReport } from '../report/saved';
import type { Cell, Finding } from '../verdict/result';
import { findingName } from '../verdict/result';

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
