import type { Contract, Operation } from '../../openapi/contract';
import { NoValue } from '../arbitraries/no-value';
import type { CaseContext, Check, RunNotes } from '../model/check';
import { isChosenFor } from '../model/choice';
import { evidenceOf } from '../model/evidence';
import type { Connection, Exchange, Request } from '../model/exchange';
import type { RunResult } from '../model/finding';
import { carry } from '../model/keys';
import { contractAt, isRemoved, reasonOfRemoval, timeOf } from '../model/removal';
import { createValueNotes } from '../model/value-notes';
import { inconclusive, skip, type Verdict } from '../model/verdict';
import { ORACLES } from '../oracles';
import { fetchParents } from '../steps/fetch-parents';
import { withRequired } from '../steps/with-required';
import { createCaseLog } from './case-log';
import { cleaningCost, cleanUp } from './clean';
import { confirmFindings, heldBack, SHARE_HELD_BACK } from './confirm';
import { type CreatedList, createCreatedList } from './created';
import { createGovernor, type Governor, OutOfBudget, USED_UP } from './governor';
import { createJudge, type Judge } from './judge';
import { createKeyring, type Keyring } from './keyring';
import { createKnown } from './known';
import type { RunEvents, RunOptions } from './options';
import { budgetFor, caseOptionsOf, type Planned, plan, unjudgedFor, withSkipped } from './plan';
import { CannotJudge, refuseUnreached, sendProbe } from './probe';
import { renewing } from './renewing';
import { createResults, type Results } from './results';
import { createTransport, type Transport } from './transport';

/**
 * Judges a server by the contract: the checks send, the judge looks at every exchange.
 *
 * @throws CannotJudge when there is nothing to judge
 */
export async function run(
  contract: Contract,
  checks: readonly Check[],
  options: RunOptions,
  events: RunEvents,
): Promise<RunResult> {
  const whole = plan(contract, checks, options);
  if (contract.operations.length === 0) return ofNoOperation();
  if (whole.length === 0)
    throw new CannotJudge('Nothing is left to check: see --checks, --exclude-checks and --operations.');
  const startedAt = Date.now();
  const clock = performance.now();
  const results = createResults([...ORACLES, ...checks].map(({ id }) => id));
  const transport = createTransport(options.transport);
  // The reports show some of them, and count the rest.
  const exchanges: Exchange[] = [];
  const created = createCreatedList(contract);
  // Those of the probe.
  const unjudged: Exchange[] = [];
  let judge: Judge | undefined;
  const keyring = createKeyring(options.keys, options.renewal);
  const governor = createRunGovernor(contract, options, events, transport, keyring, (group) => {
    exchanges.push(...group.map(evidenceOf));
    for (const exchange of group) created.note(exchange);
    if (judge === undefined) unjudged.push(...group);
    else judge.observeTogether(group);
  });
  let left = contract;
  let planned: readonly Planned[] = whole;
  let isOutOfRequests = false;
  let cleaned: RunResult['cleaned'];
  try {
    const probe = await sendProbe(contract, governor, options);
    // What is judged depends on the server's clock, which the probe is the first to show.
    left = contractAt(contract, probe === undefined ? startedAt : timeOf(probe));
    planned = planFor(left, contract, whole, checks, options);
    judge = createJudge(left, options.target, options, results, createKnown(left, options.examplesGiven));
    for (const exchange of unjudged.splice(0)) judge.observe(exchange);
    isOutOfRequests = await runAll({
      contract: left,
      options,
      planned,
      governor,
      judge,
      results,
      events,
      exchanges,
      newConnection: connectionNames(),
    });
    cleaned = options.clean === true ? await clean(left, options, events, transport, keyring, created) : undefined;
    refuseUnreached(exchanges);
  } finally {
    await transport.close();
  }
  return {
    startedAt,
    milliseconds: performance.now() - clock,
    requests: governor.sent,
    cells: results.cells(),
    findings: results.findings(),
    exchanges,
    created: cleaned === undefined ? created.all() : cleaned.filter(({ reason }) => reason !== undefined),
    ...(cleaned === undefined ? {} : { cleaned }),
    ...(isOutOfRequests ? { enough: budgetFor(planned, SHARE_HELD_BACK) } : {}),
    isInterrupted: options.interrupted?.aborted === true,
    removed: removedFrom(contract, left),
  };
}

/** What comes of a document that describes no request at all, such as one of webhooks alone. */
const ofNoOperation = (): RunResult => ({
  startedAt: Date.now(),
  milliseconds: 0,
  requests: 0,
  cells: [],
  findings: [],
  exchanges: [],
  created: [],
  isInterrupted: false,
  removed: [],
  hasNoOperations: true,
});

/** @param whole the plan for all of the contract */
function planFor(
  left: Contract,
  contract: Contract,
  whole: readonly Planned[],
  checks: readonly Check[],
  options: RunOptions,
): readonly Planned[] {
  if (left === contract) return whole;
  return withSkipped(plan(left, checks, options), whole, reasonOfRemoval(removedFrom(contract, left)));
}

const removedFrom = (contract: Contract, left: Contract): readonly Operation[] =>
  contract.operations.filter((operation) => !left.operations.includes(operation));

function createRunGovernor(
  { allowanceHeaders: names }: Contract,
  { target, renewal, maxRequests, maxTimeMs, ratePerMinute, parallel, headers, interrupted }: RunOptions,
  { onWait }: RunEvents,
  transport: Transport,
  keyring: Keyring,
  onExchanges: (exchanges: readonly Exchange[]) => void,
): Governor {
  const options = {
    baseUrl: target.baseUrl,
    maxRequests,
    maxTimeMs,
    ratePerMinute,
    parallel,
    headers,
    interrupted,
    carried: (request: Parameters<typeof carry>[0]) => carry(request, keyring.keys),
    ...(renewal === undefined ? {} : { keyNumber: () => keyring.number }),
    allowance: { remaining: names.remaining?.toLowerCase(), reset: names.reset?.toLowerCase() },
    onWait,
  };
  const governor = createGovernor(transport, options, onExchanges);
  return renewal === undefined ? governor : renewing(governor, keyring);
}

/** Deletes what was created, with as much time as the run had, and as many requests as it takes: also after an interruption. */
async function clean(
  contract: Contract,
  options: RunOptions,
  events: RunEvents,
  transport: Transport,
  keyring: Keyring,
  created: CreatedList,
): Promise<RunResult['cleaned']> {
  const own = { ...options, maxRequests: cleaningCost(created.inOrder().length), parallel: 0, interrupted: undefined };
  const governor = createRunGovernor(contract, own, events, transport, keyring, () => {});
  events.onProgress({ check: 'cleaning up', requests: 0, findings: 0 });
  return cleanUp(contract, created, governor, options.given);
}

/** What a run works with. */
interface Running {
  readonly contract: Contract;
  readonly options: RunOptions;
  readonly planned: readonly Planned[];
  readonly governor: Governor;
  readonly judge: Judge;
  readonly results: Results;
  readonly events: RunEvents;
  readonly exchanges: readonly Exchange[];
  readonly newConnection: () => Connection;
}

/** Gives each connection that a check opens a name of its own. */
function connectionNames(): () => Connection {
  let named = 0;
  return () => {
    named += 1;
    return { named: String(named) };
  };
}

/** @returns whether more was to be sent than the budget of requests lets */
async function runAll(running: Running): Promise<boolean> {
  const { options, planned, governor, results, events, exchanges, newConnection } = running;
  const notes: RunNotes = {
    exhaustion: undefined,
    limitKeyUses: 0,
    isOutOfRequests: false,
    isStalled: false,
    values: createValueNotes(),
  };
  const cases = createCaseLog(results);
  let stopped: string | undefined;
  const onProgress = (check: string): void =>
    events.onProgress({ check, requests: governor.sent, findings: results.found });
  for (const one of planned) {
    const { id } = one.check;
    const from = exchanges.length;
    onProgress(id);
    if (results.failures >= options.maxFailures)
      stopped ??= `stopped after ${results.failures} violations (--max-failures)`;
    const verdicts = stopped === undefined ? await runCase(one, running, notes) : [inconclusive(stopped)];
    if (isChosenFor(one.subject.operation, id, options))
      for (const verdict of verdicts) addVerdict(results, one, verdict);
    cases.note(one, exchanges.slice(from));
    if (results.failures > 0) governor.keepBack(heldBack(options.maxRequests));
    if (options.interrupted?.aborted === true) stopped ??= 'the run was interrupted before';
    if (governor.left <= 0) {
      notes.isOutOfRequests ||= stopped === undefined && one !== planned.at(-1);
      stopped ??= 'the budget of requests (--max-requests) was used up before';
    }
  }
  const { isOutOfRequests } = notes;
  const rerun = async (one: Planned, over: Connection): Promise<void> => {
    const verdicts = (await runCase(one, running, notes, over)).filter(({ outcome }) => JUDGED.includes(outcome));
    if (isChosenFor(one.subject.operation, one.check.id, options))
      for (const verdict of verdicts) addVerdict(results, one, verdict);
  };
  await confirmFindings({ results, governor, cases, exchanges, rerun, newConnection, onProgress });
  return isOutOfRequests;
}

/** What tells something of the server. */
const JUDGED: readonly Verdict['outcome'][] = ['pass', 'warn', 'fail'];

async function runCase(
  { check, subject, case: one }: Planned,
  { contract, options, governor, judge, results, newConnection }: Running,
  notes: RunNotes,
  over: Connection = 'kept',
): Promise<readonly Verdict[]> {
  const prepared = async (asked: Request): Promise<Request> => {
    const request = withRequired(context, await fetchParents(context, asked));
    if (request.credential === 'limit') notes.limitKeyUses += 1;
    return request;
  };
  const context: CaseContext = {
    contract,
    target: options.target,
    subject,
    options: caseOptionsOf(options),
    known: judge.known,
    notes,
    sendOnce: async (asked) => governor.send(await prepared(asked), check.id, true),
    send: async (asked) => {
      const request = await prepared(asked);
      return governor.send({ connection: over, ...request }, check.id, request.credential === 'limit');
    },
    sendTogether: async (asked) => {
      const requests: Request[] = [];
      for (const request of asked) requests.push(await prepared(request));
      const provoking = requests.every(({ credential }) => credential === 'limit');
      return governor.sendTogether(requests, check.id, provoking);
    },
    brokenBy: judge.brokenBy,
    newConnection,
    wait: (milliseconds) => governor.wait(milliseconds, 'the reset of the limit key'),
  };
  const before = results.judged(check, subject.operation);
  try {
    const verdicts = [await one.run(context)].flat().map(unlessRemoved);
    const isJudged = verdicts.length > 0 || results.judged(check, subject.operation) > before;
    return isJudged ? verdicts : [skip('the replies show nothing to judge')];
  } catch (error) {
    if (error instanceof OutOfBudget) {
      notes.isOutOfRequests ||= error.message === USED_UP;
      return [inconclusive(error.message)];
    }
    if (error instanceof NoValue) return [unjudgedFor(error)];
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return [{ outcome: 'error', reason }];
  }
}

/** The day of an operation's removal may begin during the run: what is seen of it after that proves nothing. */
function unlessRemoved(verdict: Verdict): Verdict {
  const gone = 'observation' in verdict ? verdict.observation.exchanges.find(isRemoved) : undefined;
  return gone === undefined ? verdict : skip(reasonOfRemoval([gone.request.operation]));
}

function addVerdict(results: Results, { check, subject }: Planned, verdict: Verdict): void {
  const { outcome } = verdict;
  const judgement =
    'reason' in verdict
      ? { outcome, reason: verdict.reason, observations: [] }
      : { outcome, observations: 'observation' in verdict ? [verdict.observation] : [] };
  results.add(check, subject.operation, judgement, () => check.clause(subject));
}
