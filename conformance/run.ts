import { type Contract, type Operation, type Part, partsOf } from '../openapi/contract';
import { CHECKS } from './checks';
import { requiredQuery } from './checks/credentials';
import { type Choice, isChosen } from './choice';
import { createGovernor, type Governor, OutOfBudget } from './governor';
import { carry, type Keys } from './keys';
import { createKnown } from './known';
import type { Case, CaseOptions, Check, Exchange, Known, Request, Session, Subject, Target, Verdict } from './model';
import { withParents } from './parents';
import { createRecord, type RunRecord } from './record';
import { toRequest } from './request';
import { isStream, recordOf, subjectsOf } from './subject';
import { createTransport, type TransportOptions } from './transport';
import { inconclusive, isSuccess, skip } from './verdict';

/** Everything that decides what a run does. */
export interface RunOptions extends Choice {
  readonly target: Target;
  readonly keys: Keys;
  readonly maxRequests: number;
  readonly maxTimeMs: number;
  readonly examples: number;
  readonly seed: number;
  /** Ids of operations; empty: all. */
  readonly operations: readonly string[];
  readonly excludeDeprecated: boolean;
  readonly waitForReset: boolean;
  readonly maxFailures: number;
  readonly ratePerMinute: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly transport: TransportOptions;
  /** Values known to be good, by property. */
  readonly examplesGiven: ReadonlyMap<string, readonly unknown[]>;
}

export interface RunEvents {
  readonly onProgress: (progress: Progress) => void;
  readonly onWait: (until: number, why: string) => void;
}

export interface Progress {
  readonly check: string;
  readonly requests: number;
  readonly findings: number;
}

/** One case of one check on one operation, to be run. */
export interface Planned {
  readonly check: Check;
  readonly subject: Subject;
  readonly case: Case;
}

/** The run could not begin: the target can't be reached, or refuses the key. */
export class CannotJudge extends Error {
  override readonly name = 'CannotJudge';
}

/** What will be run, in order: every check's first case before any check's second, and tier before tier. */
export function plan(contract: Contract, options: RunOptions): readonly Planned[] {
  const caseOptions = caseOptionsOf(options);
  // An oracle judges what others send: where oracles alone were asked for, every check sends.
  const isDriven = options.checks.length > 0 && !CHECKS.some(({ id }) => isChosen(id, options));
  const lanes = CHECKS.filter(({ id }) => isChosen(id, isDriven ? { ...options, checks: [] } : options)).flatMap(
    (check) =>
      subjectsOf(contract)
        .filter(({ operation }) => isIncluded(operation, options))
        .filter((subject) => check.applies(subject))
        .map((subject) => casesOf(check, subject, caseOptions).map((one): Planned => ({ check, subject, case: one }))),
  );
  // Of the first tier each lane's first case, then all lanes abreast, so that any budget is spread over all of them.
  const planned = lanes.flatMap((lane) => {
    const first = lane.filter((one) => one.case.tier === 1).length;
    return lane.map((one, index) => ({ one, place: one.case.tier === 1 ? index / first : one.case.tier }));
  });
  // Array.prototype.sort is stable: at one place the order of the checks stays.
  return planned.sort((a, b) => a.place - b.place).map(({ one }) => one);
}

function casesOf(check: Check, subject: Subject, options: CaseOptions): readonly Case[] {
  if (isStream(subject.operation)) return [OF_A_STREAM];
  return [...check.cases(subject, options)].sort((a, b) => a.tier - b.tier);
}

const OF_A_STREAM: Case = {
  name: 'nothing',
  tier: 1,
  cost: 0,
  run: async () => skip('it replies with a stream of events, which has no end to judge'),
};

const isIncluded = ({ id, deprecated }: Operation, { operations, excludeDeprecated }: RunOptions): boolean =>
  (operations.length === 0 || operations.includes(id)) && !(excludeDeprecated && deprecated);

const caseOptionsOf = ({ examples, seed, keys, maxRequests, waitForReset }: RunOptions): CaseOptions => ({
  examples,
  seed,
  limits: keys.limit === undefined ? undefined : { most: maxRequests, waitForReset },
});

/**
 * Judges a server by the contract.
 *
 * @throws CannotJudge when there is nothing to judge
 */
export async function run(contract: Contract, options: RunOptions, events: RunEvents): Promise<RunRecord> {
  const planned = plan(contract, options);
  if (planned.length === 0)
    throw new CannotJudge('Nothing is left to check: see --checks, --exclude-checks and --operations.');
  const transport = createTransport(options.transport);
  const record = createRecord(contract, options);
  const names = contract.allowanceHeaders;
  const governor = createGovernor(
    transport,
    {
      baseUrl: options.target.baseUrl,
      maxRequests: options.maxRequests,
      maxTimeMs: options.maxTimeMs,
      ratePerMinute: options.ratePerMinute,
      headers: options.headers,
      carried: (request) => carry(request, options.keys),
      allowance: { remaining: names.remaining?.toLowerCase(), reset: names.reset?.toLowerCase() },
      onWait: events.onWait,
    },
    record.exchange,
  );
  try {
    await probe(contract, governor);
    await runAll(contract, options, planned, governor, record, events);
  } finally {
    await transport.close();
  }
  return record.end(governor.sent);
}

/** One request that every server has to answer, so that a wrong address or key is told at once. */
async function probe(contract: Contract, governor: Governor): Promise<void> {
  const gettable = subjectsOf(contract).filter(
    ({ operation }) => operation.method === 'GET' && !operation.path.includes('{') && !isStream(operation),
  );
  const subject = gettable.find(({ part }) => part?.role === 'list') ?? gettable[0];
  if (subject === undefined) return;
  const exchange = await governor
    .send(toRequest(subject.operation, { query: requiredQuery(subject) }), 'probe', false)
    .catch((error: unknown) => {
      if (error instanceof OutOfBudget) throw new CannotJudge(`The server could not be asked: ${error.message}.`);
      throw error;
    });
  if (exchange.failure?.kind === 'unreachable') {
    throw new CannotJudge(
      `The server can't be reached: ${exchange.failure.message}. See --base-url, and --proxy, --ca or --insecure.`,
    );
  }
  if (exchange.response?.status === 401) {
    throw new CannotJudge('The server refuses the key (401). See --api-key, or the variable ANIMAL_STORE_API_KEY.');
  }
}

async function runAll(
  contract: Contract,
  options: RunOptions,
  planned: readonly Planned[],
  governor: Governor,
  record: ReturnType<typeof createRecord>,
  events: RunEvents,
): Promise<void> {
  const known = createKnown(options.examplesGiven);
  const caseOptions = caseOptionsOf(options);
  const parts = partsOf(contract);
  let stopped: string | undefined;
  for (const one of planned) {
    const { check, subject } = one;
    events.onProgress({ check: check.id, requests: governor.sent, findings: record.findings });
    if (record.failures >= options.maxFailures)
      stopped ??= `stopped after ${record.failures} violations (--max-failures)`;
    if (stopped !== undefined) {
      record.verdicts(one, [inconclusive(stopped)]);
      continue;
    }
    const session: Session = {
      contract,
      target: options.target,
      subject,
      options: caseOptions,
      known,
      send: async (asked: Request): Promise<Exchange> => {
        const request = await withParents(session, asked);
        const exchange = await governor.send(request, check.id, request.credential === 'limit');
        noteChange(known, parts.get(request.operation), exchange);
        return exchange;
      },
      wait: (milliseconds) => governor.wait(milliseconds, 'the reset of the limit key'),
    };
    const verdicts = await settle(one, session);
    record.verdicts(one, verdicts);
    if (governor.left <= 0) stopped ??= 'the budget of requests (--max-requests) was used up before';
  }
}

/** What a record was before it was replaced, patched or deleted is not held against the server. */
function noteChange(known: Known, part: Part | undefined, exchange: Exchange): void {
  if (part === undefined || !isSuccess(exchange) || !['replace', 'patch', 'delete'].includes(part.role)) return;
  const { resource, role } = part;
  const id = exchange.request.path[resource.idParameter?.name ?? ''];
  const wasCreated = known.created(resource.name).has(id);
  known.forget(resource.name, id);
  const record = recordOf(exchange);
  if (role !== 'delete' && record !== undefined) known.see(resource.name, id, record, exchange, wasCreated);
}

async function settle(one: Planned, session: Session): Promise<readonly Verdict[]> {
  try {
    const came = await one.case.run(session);
    return Array.isArray(came) ? came : [came as Verdict];
  } catch (error) {
    if (error instanceof OutOfBudget) return [inconclusive(error.message)];
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return [{ outcome: 'error', reason }];
  }
}
