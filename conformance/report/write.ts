import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../../openapi/program/failure';
import { REPORTS, type ReportId } from '.';
import type { ReportContext } from './context';

/**
 * Writes the reports of these formats. Each is written beside its place and then renamed, so that nobody ever sees half of
 * one, and one that cannot be written leaves what was there.
 *
 * @throws UsageError where one can't be written
 */
export function writeReports(context: ReportContext, ids: readonly ReportId[], folder: string): void {
  if (ids.length === 0) return;
  const files = REPORTS.filter(({ id }) => ids.includes(id)).map(({ file, render }) => ({
    path: join(folder, file),
    text: render(context),
  }));
  try {
    makeFolder(resolve(folder));
    for (const { path, text } of files) writeWhole(path, text);
  } catch (error) {
    throw new UsageError(
      `the reports can't be written to ${folder}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function writeWhole(path: string, text: string): void {
  const beside = `${path}.${process.pid}.part`;
  try {
    writeFileSync(beside, text);
    renameSync(beside, path);
  } finally {
    rmSync(beside, { force: true });
  }
}

/** Node's own recursive way never ends where a folder cannot be made in one that is there, such as `/proc`. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}
