import { type StartOptions, startMock } from '../../mock';
import { type Contract, loadContract, memoizedByText } from '../../openapi/contract';
import { CHECKS } from '../checks';
import { flagsOf } from '../options/flags';
import { toRunOptions } from '../options/run-options';
import { run } from '../run/run';
import type { RunResult } from '../verdict/result';

/** What came of judging a server by a document, and what was found, a line each. */
export interface JudgedBy extends RunResult {
  readonly contract: Contract;
  readonly found: readonly string[];
}

/** Each document is read once for a test file. */
const contractAt = memoizedByText((document: string) => loadContract(document));

/** Judges a server by a document, with these flags. */
export async function judgedBy(document: string, baseUrl: string, ...flags: readonly string[]): Promise<JudgedBy> {
  const contract = await contractAt(document);
  const options = toRunOptions(flagsOf(['--base-url', baseUrl, ...flags]), contract);
  const result = await run(contract, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
  const found = result.findings.map(
    ({ outcome, check, operation, actual }) => `${outcome} ${check} ${operation}: ${actual}`,
  );
  return { ...result, contract, found };
}

/** Judges the mock of a document, whose plans are no limit unless the options say so. */
export async function judgedMock(
  document: string,
  flags: readonly string[] = [],
  options: StartOptions = {},
): Promise<JudgedBy> {
  const mock = await startMock({ document, planLimits: false, ...options });
  try {
    return await judgedBy(document, mock.baseUrl, ...flags);
  } finally {
    await mock.close();
  }
}
