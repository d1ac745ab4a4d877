import { CHECKS } from '../../../conformance/checks';
import { type Exchange, isSuccess } from '../../../conformance/exchange/exchange';
import { withCredentials } from '../../../conformance/options/credentials';
import { flagsOf } from '../../../conformance/options/flags';
import { toRunOptions } from '../../../conformance/options/run-options';
import { run } from '../../../conformance/run/run';
import type { RunResult } from '../../../conformance/verdict/result';
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
  workshop: { application: WORKSHOP, floor: 16 },
  registry: { application: REGISTRY, floor: 16 },
} as const satisfies Readonly<Record<string, Awkward>>;

/** How far the suite got into an application, by its document and one credential. */
interface Reach {
  readonly reached: number;
  /** Operations that were never answered with a 2xx, each with the first request and what came. */
  readonly unreached: readonly string[];
  /** What the suite says of the server, though it is lawful. */
  readonly accused: readonly string[];
  /** Whether as many were reached as the floor says, and nothing is found. */
  readonly isProven: boolean;
  /** All of it for people. */
  readonly text: string;
}

/** Runs the suite with what it does by itself. */
export async function reachOf({ application, floor }: Awkward): Promise<Reach> {
  const server = await startApplication(application);
  const flags = flagsOf(['--base-url', server.baseUrl, ...application.credential.flags]);
  const { contract } = withCredentials(flags, await loadContract(application.document));
  const options = toRunOptions(flags, contract);
  const silent = { onProgress: () => {}, onWait: () => {} };
  let result: RunResult;
  try {
    result = await run(contract, CHECKS, options, silent);
  } finally {
    await server.close();
  }
  const crashes = result.cells.flatMap(({ outcome, check, reasons }) =>
    outcome === 'error' ? [`${check}: ${reasons}`] : [],
  );
  const found = (isWarning: boolean): readonly string[] =>
    result.findings
      .filter(({ outcome }) => (outcome === 'warn') === isWarning)
      .map(({ check, operation, actual }) => `${check} ${operation}: ${actual}`);
  const accused = [...found(false), ...crashes];
  const has = (wanted: (exchange: Exchange) => boolean): ReadonlyMap<string, Exchange> =>
    new Map(
      result.exchanges.toReversed().flatMap((one) => (wanted(one) ? [[one.request.operation.id, one] as const] : [])),
    );
  const successes = has(isSuccess);
  // Some are sent without the credential on purpose.
  const first = has(({ response }) => response?.status !== 401);
  const unreached = contract.operations
    .filter(({ id }) => !successes.has(id))
    .map(({ id }) => `${id}: ${tell(first.get(id))}`);
  const reached = successes.size;
  const text = [
    `  reached       ${reached} of ${contract.operations.length} operations; the floor is ${floor}`,
    ...unreached.map((line) => `                  ${line}`),
    `  requests      ${result.requests} of ${options.maxRequests}`,
    `  false alarms  ${accused.length}${accused.map((line) => `\n                  ${line}`).join('')}`,
    `  warnings      ${found(true).length}${found(true)
      .map((line) => `\n                  ${line}`)
      .join('')}`,
  ].join('\n');
  return { reached, unreached, accused, isProven: reached >= floor && accused.length === 0, text };
}

function tell(exchange: Exchange | undefined): string {
  if (exchange === undefined) return 'never tried';
  const { request, response, failure } = exchange;
  const sent = [request.method, request.target, request.body ?? ''].join(' ').slice(0, 200);
  return `${sent} → ${response?.status ?? failure?.message} ${response?.body.text?.slice(0, 200) ?? ''}`;
}
