import { type Contract, reasonOf } from '../../openapi/contract';
import { UsageError } from '../../openapi/program/failure';
import type { Judging } from '../baseline/fixed';
import type { Baseline, SetAside } from '../baseline/model';
import { readBaseline } from '../baseline/read';
import { setAsideKnown } from '../baseline/set-aside';
import { baselineText, updatedBaseline } from '../baseline/update';
import { CHECKS } from '../checks';
import { writeWhole } from '../files/write-whole';
import type { Options } from '../options/options';
import type { ReportContext } from '../report/context';
import { cut } from '../report/cut';
import { ORACLES } from '../rules/oracles';
import { silencesRule } from '../silences/changed';
import type { Finding, RunResult } from '../verdict/finding';
import { findingName } from '../verdict/finding';
import { verdictOf } from '../verdict/outcome';
import { judgingOf } from './judging';

/** The known findings that a command was given. */
export interface Gate {
  readonly baseline: Baseline;
  /** Whether to write what was found into its file. */
  readonly isUpdate: boolean;
  readonly judging: Judging;
  /** The ids of all operations that an entry may name. */
  readonly operations: ReadonlySet<string>;
}

/**
 * Reads the baseline, before anything is sent.
 *
 * @param isWhole whether the command runs every check on every operation
 * @param contract the whole of it, with operations that are left out
 * @returns undefined where none was asked for
 * @throws UsageError where it can't be read
 */
export async function openGate(
  { baseline: file, updateBaseline }: Pick<Options, 'baseline' | 'updateBaseline'>,
  isWhole: boolean,
  contract: Contract,
): Promise<Gate | undefined> {
  if (file === undefined) {
    if (updateBaseline) throw new UsageError('--update-baseline writes a file: name it with --baseline.');
    return undefined;
  }
  return {
    baseline: await readBaseline(file, updateBaseline),
    isUpdate: updateBaseline,
    judging: judgingOf(isWhole),
    operations: new Set(contract.operations.map(({ id }) => id)),
  };
}

/**
 * The result without what is known. An update writes the file first, unless nothing could be judged.
 *
 * @param failOn what counts besides violations
 * @throws UsageError where the file can't be written
 */
export function throughGate(
  { result, redact: hide }: Pick<ReportContext, 'result' | 'redact'>,
  failOn: Options['failOn'],
  gate: Gate | undefined,
): { readonly result: RunResult; readonly setAside?: SetAside; readonly written?: string } {
  if (gate === undefined) return { result };
  const { judging } = gate;
  // As the JSON report writes a key.
  const redact = (text: string): string => cut(hide(text));
  const today = new Date(result.startedAt).toISOString().slice(0, 10);
  const isUpdate = gate.isUpdate && verdictOf(result, { failOn: [] }) !== 'error';
  const baseline = isUpdate
    ? updatedBaseline(gate.baseline, result, judging, redact, countedWith(failOn), today)
    : gate.baseline;
  if (isUpdate) write(baseline);
  const naming = {
    checks: new Set([...ORACLES, ...CHECKS, silencesRule].map(({ id }) => id)),
    operations: gate.operations,
    redact,
  };
  const gated = setAsideKnown(result, baseline, judging, naming, today);
  return isUpdate ? { ...gated, written: writtenText(gate.baseline, baseline) } : gated;
}

/** What an update has made of the file, in a line. */
function writtenText(before: Baseline, { file, findings }: Baseline): string {
  const [was, is] = [before.findings, findings].map((all) => new Set(all.map(findingName)));
  const without = (all: Baseline['findings'], others = new Set<string>()): number =>
    all.filter((entry) => !others.has(findingName(entry))).length;
  return `${file} is written: ${without(findings, was)} added, ${without(before.findings, is)} taken out, ${findings.length} in all.`;
}

/** The outcomes that count. */
const countedWith = (failOn: Options['failOn']): readonly Finding['outcome'][] => [
  'fail',
  ...(failOn.includes('flaky') ? (['flaky'] as const) : []),
  ...(failOn.includes('warning') ? (['warn'] as const) : []),
];

function write(baseline: Baseline): void {
  try {
    writeWhole(baseline.file, baselineText(baseline));
  } catch (error) {
    throw new UsageError(`the baseline ${baseline.file} can't be written: ${reasonOf(error)}`);
  }
}
