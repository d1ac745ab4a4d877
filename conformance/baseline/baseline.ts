import { existsSync } from 'node:fs';
import { UsageError } from '../../openapi/program/failure';
import { jsonText, readDescribed } from '../files';
import { causesOf } from '../judge/causes';
import { type Finding, type FindingId, findingName, type RunResult } from '../verdict/result';
import { isFixed, type Judging } from './fixed';

/** A finding that is known, and who wants to hear no more of it until when. */
export interface BaselineEntry extends FindingId {
  /** What it was when it was written down; left out, a violation. What is worse than that is not set aside. */
  readonly outcome?: Finding['outcome'];
  /** The finding that it follows from: where that is fixed and this one still shows, it counts. */
  readonly follows?: FindingId;
  readonly reason: string;
  /** The day on which it was written down, `2026-11-22`. */
  readonly date: string;
  /** The last day on which it is set aside. */
  readonly expires?: string;
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
    throw new UsageError(
      `the baseline ${file} can't be read: no such file. --update-baseline writes one of what is found.`,
    );
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
