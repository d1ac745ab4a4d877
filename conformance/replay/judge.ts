import { isFixed, whyUncertain } from '../baseline/fixed';
import { findingsOf, knownOf, type ListedFinding, type SavedReport } from '../report/saved';
import type { Cell, Finding, RunResult } from '../verdict/finding';
import { findingName } from '../verdict/finding';
import { doubtOf, type ReplayJudging } from './doubt';

/** What came of sending a finding's exchanges again, and of running its check. */
export type Replayed =
  | { readonly came: 'still shows'; readonly finding: Finding; readonly note?: string }
  | { readonly came: 'gone' }
  | { readonly came: "can't tell"; readonly why: string };

/**
 * Whether a finding still shows in what was judged now. Another finding of its check on its operation, which the report did
 * not have, stands in its place.
 *
 * @param report in which the finding stands
 */
export function judgeReplay(
  wanted: ListedFinding,
  result: RunResult,
  report: SavedReport,
  judging: ReplayJudging,
  redact: (text: string) => string,
): Replayed {
  const nameOf = (one: Finding): string => findingName({ ...one, key: redact(one.key) });
  const own = result.findings.filter(
    ({ check, operation }) => check === wanted.check && operation === wanted.operation,
  );
  const same = own.find((one) => nameOf(one) === findingName(wanted));
  if (same !== undefined) {
    const isOnce = same.outcome === 'flaky' && wanted.outcome !== 'flaky';
    return { came: 'still shows', finding: same, ...(isOnce ? { note: 'once, and not again' } : {}) };
  }
  const reported = new Set([...findingsOf(report), ...knownOf(report)].map(findingName));
  const other = own.find((one) => one.outcome === 'fail' && !reported.has(nameOf(one)));
  if (other !== undefined) return { came: 'still shows', finding: other, note: 'in another way than before' };
  const why = isFixed(wanted, result, judging)
    ? doubtOf(wanted, cellOf(wanted, report.checks), cellOf(wanted, result.cells), judging)
    : whyUncertain(wanted, result, judging);
  return why === undefined ? { came: 'gone' } : { came: "can't tell", why };
}

const cellOf = ({ check, operation }: ListedFinding, cells: readonly Cell[]): Cell | undefined =>
  cells.find((cell) => cell.check === check && cell.operation === operation);
