import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../../openapi/program/failure';
import { writeWhole } from '../files/write-whole';
import { REPORTS, type ReportId } from '.';
import type { ReportContext } from './context';
import type { Environment, Publication, Report } from './report';

/** What the chosen formats that have no file of their own add. */
export function publicationOf(context: ReportContext, ids: readonly ReportId[], environment: Environment): Publication {
  const published = chosen(ids).flatMap((report) =>
    'publish' in report ? [report.publish(context, environment)] : [],
  );
  return {
    before: published.map(({ before }) => before).join(''),
    after: published.map(({ after }) => after).join(''),
    appended: published.flatMap(({ appended }) => appended),
  };
}

/**
 * Writes the files of these formats. Each is written beside its place and then renamed, so that nobody ever sees half of
 * one, and one that cannot be written leaves what was there.
 *
 * @throws UsageError where one can't be written
 */
export function writeReports(
  context: ReportContext,
  ids: readonly ReportId[],
  folder: string,
  environment: Environment,
): void {
  const files = chosen(ids).flatMap((report) =>
    'file' in report ? [{ path: join(folder, report.file), content: report.render(context, environment) }] : [],
  );
  if (files.length === 0) return;
  try {
    makeFolder(resolve(folder));
    for (const { path, content } of files) writeWhole(path, content);
  } catch (error) {
    throw new UsageError(`the reports can't be written to ${folder}: ${reasonOf(error)}`);
  }
}

/** @throws UsageError where a file can't be written */
export function append(appended: Publication['appended']): void {
  for (const { path, text } of appended)
    try {
      appendFileSync(path, text);
    } catch (error) {
      throw new UsageError(`the report can't be added to ${path}: ${reasonOf(error)}`);
    }
}

const chosen = (ids: readonly ReportId[]): readonly Report[] => REPORTS.filter(({ id }) => ids.includes(id));

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Node's own recursive way never ends where a folder cannot be made in one that is there, such as `/proc`. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}
