import { UsageError } from '../../openapi/program/failure';
import { isFixed, type Judging, whyUncertain } from '../baseline/fixed';
import { findingsOf, knownOf, type ListedFinding, type SavedReport } from '../comparison/saved';
import { type Cell, type Finding, findingName, type RunResult } from '../verdict/result';
import { isSendable } from './resend';

/**
 * The findings of a report that are meant.
 *
 * @param wanted the number of one (`3`, or `3.1` for the first that follows from it); a check, or `check:operation`, for all of those; undefined for every cause
 * @throws UsageError where there is none
 */
export function chooseFindings(report: SavedReport, wanted: string | undefined): readonly ListedFinding[] {
  const all = [...findingsOf(report), ...knownOf(report)];
  const numbered = all.filter(({ number }) => number !== undefined);
  if (wanted === undefined) {
    if (numbered.length > 0) return numbered;
    throw new UsageError('the report has no finding that counts: there is nothing to replay.');
  }
  const [check = '', operation] = wanted.split(/:(.*)/s);
  const chosen = /^\d+(\.\d+)?$/.test(wanted)
    ? numberedAs(report, wanted)
    : all.filter((one) => one.check === check && (operation === undefined || one.operation === operation));
  if (chosen.length > 0) return [...new Map(chosen.map((one) => [findingName(one), one])).values()];
  const names = [...new Set(all.map((one) => `${one.check}:${one.operation}`))];
  const shown = names.length === 0 ? 'none' : names.slice(0, 8).join(', ') + (names.length > 8 ? ', …' : '');
  throw new UsageError(
    `the report has no finding ${JSON.stringify(wanted)}; ${numbered.length === 0 ? 'none has a number' : `numbers go from 1 to ${numbered.length}`}, and these are in it: ${shown}`,
  );
}

/** A cause by its number, or what follows from it: `3.2` is the second that follows from the third. */
function numberedAs(report: SavedReport, wanted: string): readonly ListedFinding[] {
  const [cause, place = 0] = wanted.split('.').map(Number);
  // Each cause is followed by what follows from it, which has no number.
  const all = findingsOf(report);
  const from = all.findIndex(({ number }) => number === cause);
  const own = all.slice(from, from + place + 1);
  return from < 0 || own.slice(1).some(({ number }) => number !== undefined) ? [] : own.slice(place);
}

/** What came of sending a finding's exchanges again, and of running its check. */
export type Replayed =
  | { readonly came: 'still shows'; readonly finding: Finding; readonly note?: string }
  | { readonly came: 'gone' }
  | { readonly came: "can't tell"; readonly why: string };

/**
 * Whether a finding of a report still shows in what was judged now. Another finding of its check on its operation, which the
 * report did not have, stands in its place.
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

/** What was judged, of the rules that go by what earlier exchanges showed too. */
interface ReplayJudging extends Judging {
  /** The ids of the rules that judge an exchange by what earlier ones showed of records. */
  readonly ofRecords: ReadonlySet<string>;
}

/**
 * Why a finding that does not show may be there all the same, although its rule was judged; undefined where it would show.
 *
 * @param before the cell of its rule and operation in the report
 * @param now the same in the replay
 */
export function doubtOf(
  finding: ListedFinding,
  before: Cell | undefined,
  now: Cell | undefined,
  { ofEveryExchange, ofRecords }: ReplayJudging,
): string | undefined {
  const { check, exchanges, triedAgain } = finding;
  if (triedAgain === 'did not come again') return 'it comes and goes, and did not come this time';
  const isOfOthers = exchanges.some(({ sentBy }) => sentBy !== check && sentBy !== 'probe');
  if (isOfOthers && ofRecords.has(check))
    return 'requests of other checks showed it, after all that the run had sent before: a whole run tells';
  if (isOfOthers && ofEveryExchange.has(check) && !isSendable(finding))
    return "what showed it can't be sent again as it was: a whole run tells";
  // A case that was skipped now and was not then may be the one that showed it.
  const reason = now?.reasons.find((one) => before?.reasons.includes(one) !== true);
  return reason === undefined ? undefined : `not all was judged that was judged before: ${reason}`;
}
