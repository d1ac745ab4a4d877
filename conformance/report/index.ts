/**
 * The formats of `--report`, in the order in which `--help` names them.
 *
 * To add one:
 * 1. Write a file here that exports a `Report` (`context.ts`). Texts go through `context.redact` before they are
 *    escaped: part of a secret would not be found any more. What a terminal shows goes through `printable` of
 *    `openapi/program/printable.ts`.
 * 2. Add it to `REPORTS`; `--report` and `--help` follow.
 * 3. Test it beside its file; `formats.test.ts` has servers say what would hurt the readers of each format.
 * 4. Run `npm run tables`, which writes its row into the docs.
 */

import { appendFileSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { reasonOf } from '../../openapi/contract';
import { UsageError } from '../../openapi/program/failure';
import { writeWhole } from '../files';
import type { Environment, Publication, Report, ReportContext } from './content/context';
import { github } from './github';
import { har } from './har';
import { page } from './html/page';
import { json } from './json';
import { junit } from './junit';
import { markdown } from './markdown';
import { sarif } from './sarif';

export const REPORTS = [json, junit, page, markdown, har, github, sarif] as const satisfies readonly Report[];

type ReportId = (typeof REPORTS)[number]['id'];

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
 * Finds out whether these formats can be written, and leaves nothing behind: before much is sent for them.
 *
 * @throws UsageError where one can't be written
 */
export function refuseUnwritable(ids: readonly ReportId[], folder: string): void {
  const files = chosen(ids).flatMap((report) => ('file' in report ? [join(folder, report.file)] : []));
  if (files.length === 0) return;
  try {
    const tried = join(nearestThere(resolve(folder)), `report.${process.pid}.part`);
    writeFileSync(tried, '', { flag: 'wx' });
    rmSync(tried);
  } catch (error) {
    throw new UsageError(`the reports can't be written to ${folder}: ${reasonOf(error)}`);
  }
  const taken = files.find((file) => statSync(file, { throwIfNoEntry: false })?.isDirectory());
  if (taken !== undefined) throw new UsageError(`the report ${taken} can't be written: it is a folder`);
}

/** The folder itself, else the nearest one above it that is there. */
const nearestThere = (folder: string): string => (existsSync(folder) ? folder : nearestThere(dirname(folder)));

/**
 * Writes the files of these formats. Each is written beside its place and then renamed, so that no reader sees half of
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

/** Node's own recursive way never ends where a folder cannot be made in one that is there, such as `/proc`. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}
