import { type Finding, type FindingId, findingName, type RunResult } from '../verdict/result';
import { type Outcome, worst } from '../verdict/verdict';

/** What was judged, as far as that tells what would have shown. */
export interface Judging {
  /** Whether every check was run on every operation. */
  readonly isWhole: boolean;
  /** The ids of the rules that judge whatever was sent: they may have seen less where a check was left out. */
  readonly ofEveryExchange: ReadonlySet<string>;
  /** The ids of the checks whose findings depend on what meets at the same time: one that does not show may still be there. */
  readonly ofChance: ReadonlySet<string>;
}

type Found = FindingId & { readonly outcome?: Outcome | undefined };

/**
 * Tells of findings of a file whether they show in a result, or are fixed.
 *
 * @param redact as the file has the keys of findings
 */
export function sightIn(result: RunResult, judging: Judging, redact: (text: string) => string) {
  const idOf = ({ check, operation, key }: Finding): FindingId => ({ check, operation, key: redact(key) });
  const shown = new Set(result.findings.map((finding) => findingName(idOf(finding))));
  const isShown = (found: FindingId): boolean => shown.has(findingName(found));
  const isGone = (found: Found): boolean => !isShown(found) && isFixed(found, result, judging);
  return { idOf, isShown, isGone };
}

export const isWorse = (one: Outcome, than: Outcome): boolean => one !== than && worst([one, than]) === one;

/**
 * Whether a finding that does not show would have shown: its check was judged on its operation to the end. Of a rule that
 * judges every exchange nothing may be left out on the operation; what comes and goes is never fixed by not being seen.
 */
export function isFixed(
  { check, operation, outcome }: Found,
  { cells, isInterrupted }: Pick<RunResult, 'cells' | 'isInterrupted'>,
  { isWhole, ofEveryExchange, ofChance }: Judging,
): boolean {
  const own = cells.find((cell) => cell.check === check && cell.operation === operation);
  if (own === undefined || isInterrupted || outcome === 'flaky' || ofChance.has(check)) return false;
  // The reasons of one that passed are of cases that do not apply; those of others may be of cases that were left out.
  const isJudged = own.outcome === 'pass' || (FOUND.has(own.outcome) && own.reasons.length === 0);
  if (!isJudged || !ofEveryExchange.has(check)) return isJudged;
  return isWhole && cells.every((cell) => cell.operation !== operation || !UNJUDGED.has(cell.outcome));
}

/** Why a finding that does not show is not taken for fixed, in a few words. */
export function whyUncertain(
  { check, operation, outcome }: Found,
  { cells, isInterrupted }: Pick<RunResult, 'cells' | 'isInterrupted'>,
  { ofChance }: Pick<Judging, 'ofChance'>,
): string {
  if (isInterrupted) return 'the run was interrupted';
  if (outcome === 'flaky' || ofChance.has(check)) return 'it comes and goes, and did not come this time';
  const own = cells.find((cell) => cell.check === check && cell.operation === operation);
  if (own === undefined) return 'nothing that was sent could show it';
  const unjudged = [own, ...cells.filter((one) => one.operation === operation)].find(
    ({ reasons }) => reasons.length > 0,
  );
  return unjudged === undefined ? 'not all was judged that could show it' : unjudged.reasons.join('; ');
}

const FOUND: ReadonlySet<Outcome> = new Set<Outcome>(['warn', 'flaky', 'fail', 'known']);
const UNJUDGED: ReadonlySet<Outcome> = new Set<Outcome>(['inconclusive', 'error']);
