import { version } from '../../openapi/package/package-file';
import { messageOf, UsageError } from '../../openapi/program/failure';
import { print } from '../../openapi/program/process';
import { PROGRAM } from '../options/flags';
import type { Options } from '../options/options';
import type { ReportContext } from '../report/context';
import { summaryText, textReport } from '../report/text';
import { append, publicationOf, writeReports } from '../report/write';
import { exitCodeOf, failedBy, reasonOfError, verdictOf } from '../verdict/outcome';
import { type Gate, throughGate } from './gate';
import { writeLearnt } from './learn-file';

/** What a user asks of an ending. */
export type ConclusionOptions = Pick<Options, 'failOn' | 'minJudged' | 'quiet' | 'report' | 'reportDir' | 'strict'> & {
  /** The file for what was learnt. */
  readonly learn?: string | undefined;
};

/** What a command has judged. */
type JudgedTraffic = Omit<ReportContext, 'verdict' | 'failedBy' | 'tool' | 'setAside'>;

/**
 * How each command that judges ends: sets aside what is known, prints what was found, and writes the reports.
 *
 * @param gate undefined where no baseline was given
 * @returns the exit code
 */
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
