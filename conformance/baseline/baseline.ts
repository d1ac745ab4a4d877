import { existsSync } from 'node:fs';
import { UsageError } from '../../openapi/program/failure';
import { jsonText, readDescribed } from '../files';
import { causesOf } from '../judge/causes';
import { type Finding, type FindingId, findingName, type RunResult } from '../verdict/result';
import { isWorse, type Judging, sightIn } from './fixed';

/** A finding that is known, why it is set aside, and until when. */
export interface BaselineEntry extends FindingId {
  /** What it was when it was written down; left out, a violation. What is worse than that is not set aside. */
  readonly outcome?: Finding['outcome'] | undefined;
  /** The finding that it follows from: where that is fixed and this one still shows, it counts. */
  readonly follows?: FindingId | undefined;
  readonly reason: string;
  /** The day on which it was written down, `2026-11-22`. */
  readonly date: string;
  /** The last day on which it is set aside. */
  readonly expires?: string | undefined;
}

/** A file of known findings. */
export interface Baseline {
  readonly file: string;
  /** What the file names as its own schema. */
  readonly $schema?: string;
  readonly findings: readonly BaselineEntry[];
}

/** What a baseline makes of the findings of a run. Those that count are the result's own. */
export interface SetAside {
  readonly file: string;
  readonly known: readonly KnownFinding[];
  /** What the baseline names, and counts all the same: `why` says the reason. */
  readonly counted: readonly { readonly entry: BaselineEntry; readonly why: string }[];
  /** What was judged, and does not show any more. */
  readonly fixed: readonly BaselineEntry[];
  /** What does not show, and may still be there: `why` says what was not judged. */
  readonly uncertain: readonly { readonly entry: BaselineEntry; readonly why: string }[];
  /** Of a check or an operation that is not there. */
  readonly unknown: readonly BaselineEntry[];
}

/** A finding that does not count. */
export interface KnownFinding {
  readonly finding: Finding;
  /** Undefined where it follows from one that is known. */
  readonly entry: BaselineEntry | undefined;
  readonly reason: string;
}

/**
 * The known findings of a file.
 *
 * @param isToBeWritten whether it may be missing, since the run is to write it
 * @throws UsageError where it can't be read, breaks `baseline.schema.json`, or has a finding twice
 */
export async function readBaseline(file: string, isToBeWritten: boolean): Promise<Baseline> {
  if (isToBeWritten && !existsSync(file)) return { file, findings: [] };
  if (!existsSync(file))
    throw new UsageError(`the baseline ${file} can't be read: no such file. Create it with --update-baseline.`);
  const value = await readDescribed(file, 'the baseline', 'conformance/baseline.schema.json');
  // It fits the schema, which describes no less.
  const baseline: Baseline = { ...(value as Omit<Baseline, 'file'>), file };
  const seen = new Map<string, number>();
  for (const [place, entry] of baseline.findings.entries()) {
    const name = findingName(entry);
    const first = seen.get(name);
    if (first !== undefined)
      throw new UsageError(
        `the baseline ${file} has a finding twice: /findings/${first} and /findings/${place} are both "${name}". Leave one out.`,
      );
    seen.set(name, place);
  }
  return baseline;
}

/** What stands in the place of a reason until a user gives one. */
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
  const { idOf, isGone } = sightIn(result, judging, redact);
  const before = new Map(baseline.findings.map((entry) => [findingName(entry), entry]));
  const entries = new Map([...before].filter(([, entry]) => !isGone(entry)));
  const add = (finding: Finding, cause: Finding | undefined): void => {
    const id = idOf(finding);
    const known = before.get(findingName(id));
    if (known === undefined && !counts.includes(finding.outcome)) return;
    const { reason, date, expires } = known ?? { reason: NO_REASON, date: today };
    const followed = known?.follows !== undefined && !isGone(known.follows) ? known.follows : undefined;
    const was = known === undefined ? finding.outcome : outcomeOf(known);
    const outcome = isWorse(finding.outcome, was) ? finding.outcome : was;
    entries.set(findingName(id), {
      ...id,
      outcome: outcome === 'fail' ? undefined : outcome,
      follows: known === undefined && cause !== undefined ? idOf(cause) : followed,
      reason,
      date,
      expires,
    });
  };
  for (const { finding, consequences } of causesOf(result.findings)) {
    add(finding, undefined);
    for (const consequence of consequences) add(consequence, finding);
  }
  return { ...baseline, findings: [...entries.values()].toSorted(byName) };
}

/** What a finding was when it was written down. */
export const outcomeOf = ({ outcome = 'fail' }: Pick<BaselineEntry, 'outcome'>): Finding['outcome'] => outcome;

/** By the numbers of their characters: the same in every language. */
const byName = (one: FindingId, other: FindingId): number => (sortKeyOf(one) < sortKeyOf(other) ? -1 : 1);
const sortKeyOf = ({ check, operation, key }: FindingId): string => [check, operation, key].join('\0');

/** The file of a baseline: each finding is a block, so that a diff shows what came and what went. */
export const baselineText = ({ $schema, findings }: Baseline): string => jsonText({ $schema, findings });
