import { jsonText } from '../files';
import { causesOf } from '../judge/causes';
import type { Finding, RunResult } from '../verdict/result';
import { type FindingId, findingName } from '../verdict/result';
import { isFixed, type Judging } from './fixed';
import type { Baseline, BaselineEntry } from './model';

/** What stands in the place of a reason until somebody gives one. */
export const NO_REASON = 'TODO: say why';

/**
 * A baseline with all that counts in a run. Entries that still show, or were not judged, stay as they are; those that were
 * judged and do not show are left out. What has expired stays so: only its reader can say until when it may go on.
 *
 * @param counts which outcomes count
 * @param today `2026-11-22`
 */
export function updatedBaseline(
  baseline: Baseline,
  result: RunResult,
  judging: Judging,
  redact: (text: string) => string,
  counts: readonly Finding['outcome'][],
  today: string,
): Baseline {
  const idOf = ({ check, operation, key }: FindingId): FindingId => ({ check, operation, key: redact(key) });
  const before = new Map(baseline.findings.map((entry) => [findingName(entry), entry]));
  const shown = new Set(result.findings.map((finding) => findingName(idOf(finding))));
  const isGone = (id: FindingId & Pick<BaselineEntry, 'outcome'>): boolean =>
    !shown.has(findingName(id)) && isFixed(id, result, judging);
  const entries = new Map(
    baseline.findings.filter((entry) => !isGone(entry)).map((entry) => [findingName(entry), entry]),
  );
  const add = (finding: Finding, cause: Finding | undefined): void => {
    const id = idOf(finding);
    const name = findingName(id);
    const { outcome: was, follows: followed, ...known } = before.get(name) ?? { reason: NO_REASON, date: today };
    if (!before.has(name) && !counts.includes(finding.outcome)) return;
    const isSame = followed !== undefined && !isGone(followed);
    const follows = isSame ? followed : before.has(name) || cause === undefined ? undefined : idOf(cause);
    const outcome = worse(before.has(name) ? (was ?? 'fail') : finding.outcome, finding.outcome);
    const { reason, date, expires } = { expires: undefined, ...known };
    entries.set(name, {
      ...id,
      ...(outcome === 'fail' ? {} : { outcome }),
      ...(follows === undefined ? {} : { follows }),
      reason,
      date,
      ...(expires === undefined ? {} : { expires }),
    });
  };
  for (const { finding, consequences } of causesOf(result.findings)) {
    add(finding, undefined);
    for (const consequence of consequences) add(consequence, finding);
  }
  return { ...baseline, findings: [...entries.values()].toSorted(byName) };
}

const OUTCOMES: readonly Finding['outcome'][] = ['fail', 'flaky', 'warn'];
const worse = (one: Finding['outcome'], other: Finding['outcome']): Finding['outcome'] =>
  OUTCOMES.indexOf(one) < OUTCOMES.indexOf(other) ? one : other;

/** By the numbers of their characters: the same in every language. */
const byName = (one: FindingId, other: FindingId): number =>
  compare(one.check, other.check) || compare(one.operation, other.operation) || compare(one.key, other.key);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The file of a baseline: each finding is a block, so that a diff shows what came and what went. */
export const baselineText = ({ $schema, findings }: Baseline): string =>
  jsonText({ ...($schema === undefined ? {} : { $schema }), findings });
