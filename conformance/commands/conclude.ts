import { messageOf, UsageError } from '../../openapi/program/failure';
import { print } from '../../openapi/program/output';
import { version } from '../../openapi/program/version';
import { exitCodeOf, reasonOfError, verdictOf } from '../model/outcome';
import { PROGRAM } from '../options/flags';
import type { Options } from '../options/options';
import type { ReportContext } from '../report/context';
import { summaryText, textReport } from '../report/text';
import { append, publicationOf, writeReports } from '../report/write';

/** What a user asks of an ending. */
export type ConclusionOptions = Pick<Options, 'failOn' | 'minJudged' | 'quiet' | 'report' | 'reportDir' | 'strict'>;

/**
 * How each command that judges ends: prints what was found, and writes the reports.
 *
 * @returns the exit code
 */
export async function conclude(
  judged: Omit<ReportContext, 'verdict' | 'tool'>,
  { failOn, minJudged, quiet, report, reportDir, strict }: ConclusionOptions,
): Promise<number> {
  const { result } = judged;
  const verdict = verdictOf(result, { failOn: strict ? [...failOn, 'warning', 'flaky'] : failOn, minJudged });
  const context: ReportContext = { ...judged, verdict, tool: { name: PROGRAM.name, version: version() } };
  const isColoured = process.stdout.isTTY === true && !process.env.NO_COLOR;
  const ids = report.length === 0 && reportDir !== undefined ? (['json', 'junit'] as const) : report;
  const { before, after, appended } = publicationOf(context, ids, process.env);
  const text = quiet ? `${summaryText(context, (_, shown) => shown)}\n` : textReport(context, isColoured);
  try {
    await print(before + text + after);
  } finally {
    writeReports(context, ids, reportDir ?? '.', process.env);
    append(appended);
  }
  if (verdict === 'error') console.error(messageOf(new UsageError(context.redact(reasonOfError(result)))));
  return exitCodeOf(verdict);
}
