import { CHECKS } from '../../../conformance/checks';
import { withCredentials } from '../../../conformance/options/credentials';
import { flagsOf } from '../../../conformance/options/flags';
import { toRunOptions } from '../../../conformance/options/run-options';
import { ofRun } from '../../../conformance/report/content/context';
import { reachOf } from '../../../conformance/report/content/reach';
import { redactor } from '../../../conformance/report/content/redact';
import { run } from '../../../conformance/run/run';
import { type RunResult, verdictOf } from '../../../conformance/verdict/result';
import { loadContract } from '../../../openapi/contract';
import { type Application, startApplication } from './application';
import { REGISTRY } from './registry';
import { WORKSHOP } from './workshop';

/** An application, and how many of its operations the suite answers for. */
interface Awkward {
  readonly application: Application;
  /** Operations that are answered with a 2xx, at the least. Raise it when the suite reaches more. */
  readonly floor: number;
}

/** Both keep their documents. What is in the way is what real applications have, and their documents do not say or say in words. */
export const APPLICATIONS = {
  workshop: { application: WORKSHOP, floor: 40 },
  registry: { application: REGISTRY, floor: 29 },
} as const satisfies Readonly<Record<string, Awkward>>;

/** How far the suite got into an application, by its document and one credential. */
interface Measured {
  readonly reached: number;
  /** Operations that were never answered with a 2xx, each with what the reports say stood in the way. */
  readonly unreached: readonly string[];
  /** What the suite says of the server, though it is lawful. */
  readonly accused: readonly string[];
  readonly warned: readonly string[];
  /** Whether as many were reached as the floor says, and nothing is found. */
  readonly isProven: boolean;
  /** All of it for people. */
  readonly text: string;
}

/** Runs the suite with what it does by itself. */
export async function measureReach({ application, floor }: Awkward): Promise<Measured> {
  const server = await startApplication(application);
  const flags = flagsOf(['--base-url', server.baseUrl, ...application.flags]);
  const { contract } = withCredentials(flags, await loadContract(application.document));
  const options = toRunOptions(flags, contract);
  let result: RunResult;
  try {
    result = await run(contract, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
  } finally {
    await server.close();
  }
  const all = reachOf({
    ...ofRun(contract, options),
    result,
    verdict: verdictOf(result, { failOn: [] }),
    tool: { name: 'selftest', version: '' },
    redact: redactor(options.keys, []),
  });
  const unreached = all
    .filter(({ state }) => state !== 'reached')
    .map(
      ({ operation, state, tries, why, give }) =>
        `${operation.id}: ${state}, ${tries} tries: ${why}${give === undefined ? '' : ` (${give})`}`,
    );
  const found = (isWarning: boolean): readonly string[] =>
    result.findings
      .filter(({ outcome }) => (outcome === 'warn') === isWarning)
      .map(({ check, operation, actual }) => `${check} ${operation}: ${actual}`);
  const crashes = result.cells.filter(({ outcome }) => outcome === 'error').flatMap(({ reasons }) => reasons);
  const accused = [...found(false), ...crashes];
  const warned = found(true);
  const reached = all.length - unreached.length;
  const text = [
    `  reached       ${reached} of ${all.length} operations; the floor is ${floor}`,
    ...unreached.map((line) => `                  ${line}`),
    `  requests      ${result.requests} of ${options.maxRequests}`,
    `  false alarms  ${accused.length}${accused.map((line) => `\n                  ${line}`).join('')}`,
    `  warnings      ${warned.length}${warned.map((line) => `\n                  ${line}`).join('')}`,
  ].join('\n');
  return { reached, unreached, accused, warned, isProven: reached >= floor && accused.length === 0, text };
}
