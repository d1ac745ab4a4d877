import { type Contract, reasonOf } from '../../openapi/contract';
import { version } from '../../openapi/package/package-file';
import { messageOf, UsageError } from '../../openapi/program/failure';
import { print } from '../../openapi/program/process';
import type { Baseline, SetAside } from '../baseline/baseline';
import { baselineText, readBaseline, updatedBaseline } from '../baseline/baseline';
import type { Judging } from '../baseline/fixed';
import { countNew, setAsideKnown } from '../baseline/set-aside';
import { CHECKS } from '../checks';
import { writeWhole } from '../files';
import { PROGRAM } from '../options/flags';
import type { Options } from '../options/options';
import { append, publicationOf, writeReports } from '../report';
import type { ReportContext } from '../report/content/context';
import { redactor } from '../report/content/redact';
import { summaryText } from '../report/content/summary';
import { cut } from '../report/content/wording';
import { textReport } from '../report/text';
import { ORACLES } from '../rules/oracles';
import { RELATIONS } from '../rules/relations';
import { silencesRule } from '../unspecified/changed';
import {
  exitCodeOf,
  type Finding,
  failedBy,
  findingName,
  type RunResult,
  reasonOfError,
  verdictOf,
} from '../verdict/result';
import { writeLearnt } from './learning';

/** What a user asks of an ending. */
type ConclusionOptions = Pick<Options, 'failOn' | 'minJudged' | 'quiet' | 'report' | 'reportDir' | 'strict'> & {
  /** The file for what was learnt. */
  readonly learn?: string | undefined;
};

/** What a command has judged. */
type JudgedTraffic = Omit<ReportContext, 'verdict' | 'failedBy' | 'tool' | 'setAside'>;

/** Of traffic that other clients have sent: what no finding changes. @param secrets what no report may show */
export const ofTraffic = (
  contract: Contract,
  server: Pick<ReportContext['server'], 'baseUrl' | 'insecure'>,
  secrets: readonly string[],
) => ({
  contract,
  server: { ...server },
  seed: undefined,
  replay: undefined,
  redact: redactor({ main: undefined, limit: undefined }, secrets),
});

/** How each command that judges ends: what is known is set aside, what was found is printed, and the reports are written. */
export async function conclude(judged: JudgedTraffic, options: ConclusionOptions, gate?: Gate): Promise<number> {
  const context = concluded(judged, options, gate);
  const { result, verdict } = context;
  const { quiet, reportDir } = options;
  const isColoured = process.stdout.isTTY === true && !process.env.NO_COLOR;
  const ids = reportIdsOf(options);
  const { before, after, appended } = publicationOf(context, ids, process.env);
  const text = quiet ? `${summaryText(context, (_, shown) => shown)}\n` : textReport(context, isColoured);
  try {
    await print(before + text + after);
  } finally {
    writeReports(context, ids, reportDir ?? '.', process.env);
    append(appended);
    if (options.learn !== undefined) writeLearnt(context, options.learn);
  }
  if (verdict === 'error') console.error(messageOf(new UsageError(context.redact(reasonOfError(result)))));
  return exitCodeOf(verdict);
}

/** What was judged, with what it comes to: what is known is set aside. */
export function concluded(
  judged: JudgedTraffic,
  { strict, minJudged, ...options }: Pick<ConclusionOptions, 'failOn' | 'minJudged' | 'strict'>,
  gate: Gate | undefined,
): ReportContext {
  const failOn = failOnOf({ strict, ...options });
  const { result, setAside, written } = throughGate(judged, failOn, gate);
  const strictness = { failOn, minJudged, outdated: strict ? (setAside?.fixed.length ?? 0) : 0 };
  return {
    ...judged,
    result,
    ...(setAside === undefined ? {} : { setAside }),
    ...(written === undefined ? {} : { notes: [...(judged.notes ?? []), written] }),
    verdict: verdictOf(result, strictness),
    failedBy: failedBy(result, strictness),
    tool: { name: PROGRAM.name, version: version() },
  };
}

/** What counts besides violations. */
export const failOnOf = ({ failOn, strict }: Pick<ConclusionOptions, 'failOn' | 'strict'>): Options['failOn'] =>
  strict ? ([...failOn, 'warning', 'flaky'] as const) : failOn;

/** The reports that are written. */
export const reportIdsOf = ({
  report,
  reportDir,
}: Pick<ConclusionOptions, 'report' | 'reportDir'>): Options['report'] =>
  report.length === 0 && reportDir !== undefined ? ['json', 'junit'] : report;

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
 * Reads the baseline, where one was named: before anything is sent.
 *
 * @param isWhole whether the command runs every check on every operation
 * @param contract the whole of it, with operations that are left out
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

/** How many violations count while the run goes on. */
export const countThrough = (
  { baseline }: Gate,
  findings: readonly Finding[],
  hide: (text: string) => string,
): number => countNew(findings, baseline, (text) => cut(hide(text)), new Date().toISOString().slice(0, 10));

/** The result without what is known. An update writes the file first, unless nothing could be judged. */
function throughGate(
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
  return `${file} was written: ${without(findings, was)} added, ${without(before.findings, is)} removed, ${findings.length} in total.`;
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

/**
 * What the rules of the suite are like, as far as that tells what would have shown.
 *
 * @param isWhole whether every check was run on every operation
 */
export const judgingOf = (isWhole: boolean): Judging => ({
  isWhole,
  ofEveryExchange: new Set([...ORACLES, ...RELATIONS].map(({ id }) => id)),
  ofChance: new Set(CHECKS.map(({ id }) => id).filter((id) => id.startsWith('parallel.'))),
});
