import { isFixed, type Judging } from '../baseline/fixed';
import type { Finding, RunResult } from '../model/finding';
import { findingName } from '../model/finding-id';
import type { ListedFinding } from '../report/saved';

/** What came of sending a finding's exchanges again, and of running its check. */
export type Replayed =
  | { readonly came: 'still shows'; readonly finding: Finding; readonly note?: string }
  | { readonly came: 'gone' }
  | { readonly came: "can't tell"; readonly why: string };

/**
 * Whether a finding still shows in what was judged now. Another finding of its check on its operation, which the report did
 * not have, stands in its place.
 *
 * @param reported the names of all findings of the report
 */
export function judgeReplay(
  wanted: ListedFinding,
  result: RunResult,
  reported: ReadonlySet<string>,
  judging: Judging,
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
  const other = own.find((one) => one.outcome === 'fail' && !reported.has(nameOf(one)));
  if (other !== undefined) return { came: 'still shows', finding: other, note: 'in another way than before' };
  if (isFixed(wanted, result, judging)) return { came: 'gone' };
  return { came: "can't tell", why: whyUncertain(wanted, result, judging) };
}

function whyUncertain(
  { check, operation, outcome }: ListedFinding,
  { cells, isInterrupted }: RunResult,
  { ofChance }: Judging,
): string {
  if (isInterrupted) return 'the run was interrupted';
  if (outcome === 'flaky' || ofChance.has(check)) return 'it comes and goes, and did not come this time';
  const cell = cells.find((one) => one.check === check && one.operation === operation);
  if (cell === undefined) return 'nothing that was sent could show it';
  const unjudged = [cell, ...cells.filter((one) => one.operation === operation)].find(
    ({ reasons }) => reasons.length > 0,
  );
  return unjudged === undefined ? 'not all was judged that could show it' : unjudged.reasons.join('; ');
}
