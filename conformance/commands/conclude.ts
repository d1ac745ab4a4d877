import { messageOf, UsageError } from '../../openapi/program/failure';
import { print } from '../../openapi/program/output';
import { version } from '../../openapi/program/version';
import { exitCodeOf, reasonOfError, verdictOf } from '../model/outcome';
import { PROGRAM } from '../options/flags';
import type { Options } from '../options/options';
import type { ReportContext } from '../report/context';
import { summaryText, textReport } from '../report/text';
import { append, publicationOf, writeReports } from '../report/write';
import { type Gate, throughGate } from './gate';

/** What a user asks of an ending. */
export type ConclusionOptions = Pick<Options, 'failOn' | 'minJudged' | 'quiet' | 'report' | 'reportDir' | 'strict'>;

/**
 * How each command that judges ends: sets aside what is known, prints what was found, and writes the reports.
 *
 * @param gate undefined where no baseline was given
 * @returns the exit code
 */
export async function conclude(
  judged: Omit<ReportContext, 'verdict' | 'tool' | 'setAside'>,
  { failOn: alsoFailOn, minJudged, quiet, report, reportDir, strict }: ConclusionOptions,
  gate?: Gate,
): Promise<number> {
  const failOn = strict ? ([...alsoFailOn, 'warning', 'flaky'] as const) : alsoFailOn;
  const { result, setAside } = throughGate(judged, failOn, gate);
  const isOutdated = strict && setAside !== undefined && setAside.fixed.length > 0;
  const verdict = verdictOf(result, { failOn, minJudged, isOutdated });
  const context: ReportContext = {
    ...judged,
    result,
    ...(setAside === undefined ? {} : { setAside }),
    verdict,
    tool: { name: PROGRAM.name, version: version() },
  };
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
