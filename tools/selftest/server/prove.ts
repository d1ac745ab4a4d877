import { CHECKS } from '../../../conformance/checks';
import type { RunOptions } from '../../../conformance/run/plan/options';
import { CannotRun } from '../../../conformance/run/probe';
import { run } from '../../../conformance/run/run';
import type { Finding } from '../../../conformance/verdict/result';
import { verdictOf } from '../../../conformance/verdict/result';
import type { Contract } from '../../../openapi/contract';
import type { Needs } from './cases';
import type { Behaviour, Ground } from './model';
import { type Running, startServer } from './server';
import { contractOf } from './subject';

/** What the suite found at one server. */
export interface Proof {
  readonly exit: 0 | 1 | 2;
  /** Ids of the checks that found a violation, worst first. */
  readonly caughtBy: readonly string[];
  readonly findings: readonly Finding[];
  readonly requests: number;
  /** The number of the request that first showed a violation. */
  readonly untilCaught: number | undefined;
  readonly error: string | undefined;
}

/** How much the suite may ask of a server, and how long it waits for each reply. */
export interface Bounds {
  readonly maxRequests: number;
  readonly timeoutMs: number;
  /** Violations after which no more is sent; without it everything is judged. */
  readonly maxFailures?: number;
  /** The only checks that are run, if any are named. */
  readonly checks?: readonly string[];
}

/** Judges servers that differ in what `Otherwise` says, once their contract is loaded. */
export type Proving<Otherwise = Behaviour> = () => Promise<
  (one: { readonly behaviour: Otherwise; readonly needs?: Needs | undefined }, bounds: Bounds) => Promise<Proof>
>;

/** Judges servers under the contract of a ground. */
export const onGround =
  (ground: Ground): Proving =>
  async () => {
    const contract = await contractOf(ground);
    return (one, bounds) => prove(contract, ground, one, bounds);
  };

/** Starts a server of this behaviour under the contract of a ground, and runs the suite against it. */
export async function prove(
  contract: Contract,
  ground: Ground,
  { behaviour, needs = {} }: { readonly behaviour: Behaviour; readonly needs?: Needs | undefined },
  bounds: Bounds,
): Promise<Proof> {
  const server = await startServer(behaviour, ground);
  return proofOf(server, contract, optionsFor(server.baseUrl, server.keys, needs, bounds));
}

/** Runs the suite against a server, and closes it. */
export async function proofOf(server: Pick<Running, 'close'>, contract: Contract, options: RunOptions): Promise<Proof> {
  try {
    const result = await run(contract, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
    const violations = result.findings.filter(({ outcome }) => outcome === 'fail');
    const verdict = verdictOf(result, { failOn: [] });
    const numbers = violations.flatMap(({ firstSeen }) => firstSeen);
    return {
      exit: verdict === 'fail' ? 1 : verdict === 'error' ? 2 : 0,
      caughtBy: [...new Set(violations.map(({ check }) => check))],
      findings: result.findings,
      requests: result.requests,
      untilCaught: numbers.length === 0 ? undefined : Math.min(...numbers),
      error: result.cells.find(({ outcome }) => outcome === 'error')?.reasons.join(),
    };
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    return { exit: 2, caughtBy: [], findings: [], requests: 0, untilCaught: undefined, error: error.message };
  } finally {
    await server.close();
  }
}

function optionsFor(
  baseUrl: string,
  keys: { main: string; limit: string },
  needs: Needs,
  { maxRequests, timeoutMs, maxFailures = Number.POSITIVE_INFINITY, checks = [] }: Bounds,
): RunOptions {
  const hasLimitKey = needs.limitKey === true;
  return {
    target: {
      baseUrl,
      plan: needs.plan,
      limitPlan: needs.limitPlan,
      exclusive: needs.exclusiveKey === true,
    },
    keys: { main: keys.main, limit: hasLimitKey ? keys.limit : undefined },
    maxRequests,
    maxTimeMs: needs.waitForReset === true ? 90_000 : 30_000,
    examples: 20,
    seed: 1,
    checks,
    excludedChecks: [],
    operations: [],
    excludeDeprecated: false,
    waitForReset: needs.waitForReset === true,
    maxFailures,
    ratePerMinute: undefined,
    parallel: 8,
    headers: {},
    transport: { timeoutMs, insecure: false, ca: undefined, proxy: undefined },
    examplesGiven: new Map(),
    given: new Map(),
  };
}

/** Runs jobs a few at a time, in their order. */
export async function inTurns<T, R>(
  things: readonly T[],
  job: (thing: T) => Promise<R>,
  atOnce = 4,
): Promise<readonly R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < things.length; index = next++) results[index] = await job(things[index] as T);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
