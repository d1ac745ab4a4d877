import type { Judging } from '../baseline/fixed';
import type { ListedFinding } from '../report/saved';
import type { Cell } from '../verdict/finding';
import { isSendable } from './resend';

/** What was judged, of the rules that go by what earlier exchanges showed too. */
export interface ReplayJudging extends Judging {
  /** The ids of the rules that judge an exchange by what earlier ones showed of records. */
  readonly ofRecords: ReadonlySet<string>;
}

/**
 * Why a finding that does not show may be there all the same, although its rule was judged; undefined where it would have
 * shown.
 *
 * @param before what came of the rule on the operation in the report's run
 * @param now what came of it in the replay
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
