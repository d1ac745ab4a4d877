import { existsSync } from 'node:fs';
import { UsageError } from '../../openapi/program/failure';
import { readDescribed } from '../files';
import { findingName } from '../verdict/result';
import type { Baseline } from './model';

/**
 * The known findings of a file.
 *
 * @param isToBeWritten whether it may be missing, since the run is to write it
 * @throws UsageError where it can't be read, breaks `baseline.schema.json`, or has a finding twice
 */
export async function readBaseline(file: string, isToBeWritten: boolean): Promise<Baseline> {
  if (isToBeWritten && !existsSync(file)) return { file, findings: [] };
  if (!existsSync(file))
    throw new UsageError(
      `the baseline ${file} can't be read: no such file. --update-baseline writes one of what is found.`,
    );
  const value = await readDescribed(file, 'the baseline', 'conformance/baseline.schema.json');
  // It fits the schema, which describes no less.
  const baseline: Baseline = { ...(value as Omit<Baseline, 'file'>), file };
  const seen = new Map<string, number>();
  for (const [place, entry] of baseline.findings.entries()) {
    const name = findingName(entry);
    const first = seen.get(name);
    if (first !== undefined)
      throw new UsageError(
        `the baseline ${file} has a finding twice: /findings/${first} and /findings/${place} are both "${name}". Leave one out.`,
      );
    seen.set(name, place);
  }
  return baseline;
}
