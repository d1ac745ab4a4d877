import { causesOf } from '../judge/causes';
import { type Cell, type Finding, findingName, type RunResult } from '../verdict/result';
import { worst } from '../verdict/verdict';
import { type Baseline, type BaselineEntry, type KnownFinding, outcomeOf, type SetAside } from './baseline';
import { isWorse, type Judging, sightIn, whyUncertain } from './fixed';

/** What there is to name, and how what a server says is shown. */
interface Naming {
  readonly checks: ReadonlySet<string>;
  readonly operations: ReadonlySet<string>;
  readonly redact: (text: string) => string;
}

/** A result without the findings that its baseline knows, and what became of those. */
interface Gated {
  readonly result: RunResult;
  readonly setAside: SetAside;
}

/**
 * Takes the known findings out of a result. What follows from a known one is known as well, but for what the same check
 * found elsewhere. What is worse than it was when it was written down counts, as does what has expired.
 *
 * @param today `2026-11-22`
 */
export function setAsideKnown(
  result: RunResult,
  baseline: Baseline,
  judging: Judging,
  { checks, operations, redact }: Naming,
  today: string,
): Gated {
  const { idOf, isShown, isGone } = sightIn(result, judging, redact);
  const nameOf = (finding: Finding): string => findingName(idOf(finding));
  const entries = new Map(baseline.findings.map((entry) => [findingName(entry), entry]));

  const whyCounted = (entry: BaselineEntry, finding: Finding): string | undefined => {
    if (entry.expires !== undefined && entry.expires < today) return `it was set aside until ${entry.expires}`;
    if (isWorse(finding.outcome, outcomeOf(entry))) return `it was ${WORDS[outcomeOf(entry)]} when it was set aside`;
    if (entry.follows !== undefined && isGone(entry.follows))
      return `what it followed from is fixed: ${findingName(entry.follows)}`;
    return undefined;
  };

  const known = new Map<Finding, KnownFinding>();
  const counted: { entry: BaselineEntry; why: string }[] = [];
  for (const finding of result.findings) {
    const entry = entries.get(nameOf(finding));
    if (entry === undefined) continue;
    const why = whyCounted(entry, finding);
    if (why === undefined) known.set(finding, { finding, entry, reason: entry.reason });
    else counted.push({ entry, why });
  }
  for (const { finding: cause, consequences } of causesOf(result.findings)) {
    const { entry } = known.get(cause) ?? {};
    if (entry === undefined) continue;
    for (const finding of consequences) {
      if (known.has(finding) || finding.check === cause.check || entries.has(nameOf(finding))) continue;
      known.set(finding, { finding, entry: undefined, reason: `follows from ${nameOf(cause)}: ${entry.reason}` });
    }
  }
  const findings = result.findings.filter((finding) => !known.has(finding));
  const isUnknown = ({ check, operation }: BaselineEntry) => !checks.has(check) || !operations.has(operation);
  return {
    result: { ...result, findings, cells: result.cells.map((cell) => withoutKnown(cell, findings, [...known.keys()])) },
    setAside: {
      file: baseline.file,
      known: [...known.values()],
      counted,
      fixed: baseline.findings.filter(isGone),
      uncertain: baseline.findings
        .filter((entry) => !isShown(entry) && !isGone(entry) && !isUnknown(entry))
        .map((entry) => ({ entry, why: whyUncertain(entry, result, judging) })),
      unknown: baseline.findings.filter(isUnknown),
    },
  };
}

/**
 * How many violations a baseline does not set aside while the run goes on: not those that it names, nor what follows from them.
 *
 * @param today as of `setAsideKnown`
 */
export function countNew(
  findings: readonly Finding[],
  { findings: known }: Baseline,
  redact: Naming['redact'],
  today: string,
): number {
  const lasting = known.filter(({ expires }) => expires === undefined || expires >= today);
  const failing = new Set(lasting.filter((one) => outcomeOf(one) === 'fail').map(findingName));
  const nameOf = ({ check, operation, key }: Finding): string => findingName({ check, operation, key: redact(key) });
  const aside = new Set(findings.filter((one) => failing.has(nameOf(one))));
  for (const { finding: cause, consequences } of causesOf(findings))
    if (aside.has(cause)) for (const one of consequences) if (one.check !== cause.check) aside.add(one);
  return findings.filter((one) => !aside.has(one)).length;
}

/** A cell as what is left in it makes it. */
function withoutKnown(cell: Cell, left: readonly Finding[], known: readonly Finding[]): Cell {
  const isOwn = ({ check, operation }: Finding) => check === cell.check && operation === cell.operation;
  if (!known.some(isOwn) || cell.outcome === 'error') return cell;
  return { ...cell, outcome: worst(['known', ...left.filter(isOwn).map(({ outcome }) => outcome)]) };
}

const WORDS: Readonly<Record<Finding['outcome'], string>> = {
  fail: 'a violation',
  flaky: 'seen once and never again',
  warn: 'a warning',
};
