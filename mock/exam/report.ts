import { renameSync, writeFileSync } from 'node:fs';
import { UsageError } from '../../openapi/program/failure';
import type { Candidate, Examined, Reliance, Tried } from './model';

/**
 * Writes what was found as JSON: `{runs, interrupted, reliesOn, unsteady, plain}`. Each of the two lists has `{choices: {id: option}, seed?,
 * failure, seconds, output}`, where the choices can be given to a mock as they stand there.
 *
 * @throws UsageError where the file can't be written
 */
export function writeReport(file: string, { plain, reliances, unsteady, runs, isInterrupted }: Examined): void {
  const report = {
    runs,
    interrupted: isInterrupted,
    reliesOn: reliances.map(relianceOf),
    unsteady: unsteady.map(relianceOf),
    plain: plain === undefined ? null : triedOf(plain),
  };
  try {
    // Whoever reads it meanwhile has the one of before, or this one.
    writeFileSync(`${file}.new`, `${JSON.stringify(report, null, 2)}\n`);
    renameSync(`${file}.new`, file);
  } catch (error) {
    throw new UsageError(`--report ${file} can't be written: ${error instanceof Error ? error.message : error}.`);
  }
}

const relianceOf = ({ candidates, tried, seed }: Reliance): object => ({
  choices: Object.fromEntries(candidates.map(({ id, option }: Candidate) => [id, option])),
  ...(seed === undefined ? {} : { seed }),
  ...triedOf(tried),
});

const triedOf = ({ failure, milliseconds, output }: Tried): object => ({
  failure: failure ?? null,
  seconds: Math.round(milliseconds) / 1000,
  output,
});
