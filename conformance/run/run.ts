import type { Contract, Operation } from '../../openapi/contract';
import { evidenceOf } from '../exchange/evidence';
import type { Exchange, Request } from '../exchange/exchange';
import { callersIn, carry, isCredentialed } from '../exchange/keys/keys';
import { contractAt, contractWithout, reasonOfRemoval, timeOf } from '../exchange/removal';
import { type Choice, isChosenFor, isChosenOperation } from '../judge/choice';
import { createJudge, type Judge } from '../judge/judge';
import { createKnown } from '../judge/known';
import { createResults, type Results } from '../judge/results';
import { createClues } from '../records/clues/clues';
import { createValueNotes } from '../requests/bodies/fresh';
import { ORACLES } from '../rules/oracles';
import { judgeable, refusesOn, unservedIn } from '../rules/oracles/judgeable';
import { staysUp, steady } from '../rules/oracles/reply';
import type { Check } from '../steps/check';
import { withRequiredHeaders } from '../steps/required';
import type { Hazard, RunResult } from '../verdict/result';
import { type Rule, toKeep } from '../verdict/verdict';
import { createTransport, type Transport } from '../wire/transport';
import { SHARE_HELD_BACK } from './confirm';
import { createKeyring, type Keyring, renewing } from './keyring';
import { type Lockout, lockoutObservation } from './pace/lockout';
import { createScheduler, type Scheduler, type SchedulerOptions } from './pace/scheduler';
import { createTurnWatch, observationOf, type Turn } from './pace/turn';
import { type CreatedList, cleaningCost, cleanUp, createCreatedList } from './plan/cleaning';
import { hazardsOf, notCalledOf } from './plan/hazards';
import { concludeLearning, learningFor } from './plan/learning';
import type { RunEvents, RunOptions } from './plan/options';
import type { Planned } from './plan/places';
import { plan, withSkipped } from './plan/plan';
import { createQueue, type Queue } from './plan/queue';
import { reachPlan } from './plan/reach';
import { CannotRun, refuseUnadmitted, refuseUnreached, sendProbe } from './probe';
import { runCases } from './run-cases';

/**
 * Judges a server by the contract: the checks send, the judge looks at every exchange.
 *
 * @throws CannotRun when there is nothing to judge
 */
export async function run(
  contract: Contract,
  checks: readonly Check[],
  options: RunOptions,
  events: RunEvents,
): Promise<RunResult> {
  const whole = plan(contract, checks, options);
  const notCalled = notCalledOf(contract, options);
  const callable = contractWithout(contract, (operation) => notCalled.some((one) => one.operation === operation));
  if (whole.length === 0)
    throw new CannotRun('Nothing is left to check: see --checks, --exclude-checks and --operations.');
  const startedAt = Date.now();
  const clock = performance.now();
  const results = createResults([...ORACLES, ...checks].map(({ id }) => id));
  const transport = createTransport(options.transport);
  // The reports show some of them, and count the rest.
  const exchanges: Exchange[] = [];
  const clues = createClues(contract, callersIn(options.keys, options.headers));
  const values = createValueNotes(clues);
  const requiring = { contract, options, notes: { values } };
  const prepared = (request: Request): Request => withRequiredHeaders(requiring, request);
  const created = createCreatedList(contract, clues, () => judge?.known);
  // Those of the probe.
  const unjudged: Exchange[] = [];
  const learning = learningFor(contract, options);
  let judge: Judge | undefined;
  const keyring = createKeyring(options.keys, options.renewal);
  const watch = createTurnWatch((milliseconds) => scheduler.wait(milliseconds, 'the server, which serves no more'), {
    maxTimeMs: options.maxTimeMs,
    ...(options.renewal === undefined ? {} : { renewals: () => keyring.renewals }),
    isKeyed: (request) => isCredentialed(request, options.headers),
  });
  const scheduler = createRunScheduler(
    contract,
    {
      ...options,
      maxTimeMs: options.maxTimeMs - cleaningMs(options),
      watch,
      doubtOf: (exchange) => judge?.doubtOf(exchange),
    },
    events,
    transport,
    keyring,
    (group, isJudged) => {
      exchanges.push(...group.map(evidenceOf));
      for (const exchange of group) {
        clues.note(exchange);
        created.note(exchange);
      }
      if (!isJudged) return;
      if (judge === undefined) unjudged.push(...group);
      else judge.observeTogether(group);
    },
  );
  let left = contract;
  let queue: Queue | undefined;
  let isOutOfRequests = false;
  let cleaned: RunResult['cleaned'];
  try {
    const probe = await sendProbe(callable, scheduler, options, prepared);
    // What is judged depends on the server's clock, which the probe is the first to show.
    left = contractAt(callable, probe === undefined ? startedAt : timeOf(probe));
    const planned = planFor(left, whole, checks, options, notCalled);
    const cases = [...reachPlan(left, options, planned), ...planned];
    queue = createQueue(
      cases.toSorted((a, b) => a.place - b.place),
      () => scheduler.left,
      ({ case: one }) => one.isSettled?.(values) === true,
    );
    judge = createJudge(left, options.target, options, results, createKnown(left, options.examplesGiven), learning);
    for (const exchange of unjudged.splice(0)) judge.observe(exchange);
    isOutOfRequests = await runCases({
      contract: left,
      notCalled,
      options,
      queue,
      scheduler,
      judge,
      created,
      clues,
      values,
      results,
      events,
      exchanges,
      ...(learning === undefined ? {} : { learnt: learning.learnt }),
    });
    for (const turn of [watch.outage, watch.turn]) if (turn !== undefined) tellTurn(turn, contract, options, results);
    if (watch.turn === undefined) tellUnserved(scheduler, exchanges, contract, options, results);
    if (watch.lockouts.first !== undefined) tellLockout(watch.lockouts.first, contract, results);
    const leftMs = Math.max(startedAt + options.maxTimeMs - Date.now(), cleaningMs(options));
    if (options.clean === true)
      cleaned = await clean(left, options, events, transport, keyring, created, leftMs, prepared);
    refuseUnreached(exchanges);
  } finally {
    await transport.close();
  }
  const learnt = concludeLearning(learning, left, results, options);
  return {
    startedAt,
    milliseconds: performance.now() - clock,
    requests: scheduler.sent,
    cells: results.cells(),
    findings: results.findings(),
    exchanges,
    created: cleaned === undefined ? created.all() : cleaned.filter(({ reason }) => reason !== undefined),
    ...(cleaned === undefined ? {} : { cleaned }),
    ...(isOutOfRequests && queue !== undefined ? { enough: budgetFor(queue.enough()) } : {}),
    isInterrupted: options.interrupted?.aborted === true,
    removed: removedFrom(callable, left),
    notCalled: notCalled.filter(({ operation }) => isChosenOperation(operation, options)),
    ...learnt,
  };
}

/** A run ends where the server serves no more: that is told, and nothing of what came after. One that ended by itself is warned of. */
function tellTurn(turn: Turn, contract: Contract, choice: Choice, results: Results): void {
  const exchange = turn.after;
  const { operation } = exchange.request;
  if (!isChosenFor(operation, staysUp.id, choice)) return;
  // What a user has named is meant to do so.
  const isMeant = turn.seconds !== undefined || hazardsOf(contract).some((one) => one.operation.id === operation.id);
  const judgement = { outcome: isMeant ? 'warn' : 'fail', observations: [toKeep(observationOf(turn))] } as const;
  results.add(staysUp, operation, judgement, () => staysUp.clause({ exchange, contract }));
  settleAll(staysUp, results);
}

/** What a run has seen more than once by itself needs no further try. */
function settleAll({ id }: Rule, results: Results): void {
  for (const found of results.findings())
    if (found.check === id && found.outcome === 'fail' && found.confirmation === undefined)
      results.settle(found, { came: 'again' });
}

/** A server that keeps a run from judging it does not pass, nor does one that lets nobody in. @throws CannotRun */
function tellUnserved(
  { refusal }: Scheduler,
  exchanges: readonly Exchange[],
  contract: Contract,
  choice: Choice,
  results: Results,
): void {
  const found = refusal === undefined ? unservedIn(exchanges) : refusesOn(refusal.exchange, refusal.why);
  const [exchange] = found?.exchanges ?? [];
  if (found === undefined || exchange === undefined) {
    if (results.failures === 0) refuseUnadmitted(exchanges);
    return;
  }
  // Where something else is broken, that is what has kept it.
  if (refusal === undefined && results.failures > 0) return;
  const { operation } = exchange.request;
  if (isChosenFor(operation, judgeable.id, choice))
    results.add(judgeable, operation, { outcome: 'fail', observations: [toKeep(found)] }, () =>
      judgeable.clause({ exchange, contract }),
    );
  settleAll(judgeable, results);
}

function tellLockout(lockout: Lockout, contract: Contract, results: Results): void {
  const exchange = lockout.refused;
  const judgement = { outcome: 'warn', observations: [lockoutObservation(lockout)] } as const;
  results.add(steady, exchange.request.operation, judgement, () => steady.clause({ exchange, contract }));
}

/** The budget within which so many requests can be sent, the probe, and what is kept back to try violations again. */
const budgetFor = (requests: number): number => Math.ceil((requests + 1) / (1 - SHARE_HELD_BACK) / 10) * 10;

/** @param whole the plan for all of the contract */
function planFor(
  left: Contract,
  whole: readonly Planned[],
  checks: readonly Check[],
  options: RunOptions,
  notCalled: readonly Hazard[],
): readonly Planned[] {
  const isLeft = ({ subject }: Planned): boolean => left.operations.includes(subject.operation);
  if (whole.every(isLeft)) return whole;
  const removed = new Set(whole.filter((one) => !isLeft(one)).map(({ subject }) => subject.operation));
  for (const { operation } of notCalled) removed.delete(operation);
  return withSkipped(plan(left, checks, options), whole, ({ subject: { operation } }) => {
    const hazard = notCalled.find((one) => one.operation === operation);
    return hazard === undefined ? reasonOfRemoval([...removed]) : `it ${hazard.why} (--include calls it)`;
  });
}

const removedFrom = (contract: Contract, left: Contract): readonly Operation[] =>
  contract.operations.filter((operation) => !left.operations.includes(operation));

function createRunScheduler(
  { allowanceHeaders: names }: Contract,
  options: RunOptions & Pick<SchedulerOptions, 'watch' | 'doubtOf'>,
  { onWait }: RunEvents,
  transport: Transport,
  keyring: Keyring,
  onExchanges: Parameters<typeof createScheduler>[2],
): Scheduler {
  const { renewal } = options;
  const own = {
    ...options,
    baseUrl: options.target.baseUrl,
    carried: (request: Parameters<typeof carry>[0]) => carry(request, keyring.keys, options.headers),
    ...(renewal === undefined ? {} : { keyNumber: () => keyring.number }),
    allowance: { remaining: names.remaining?.toLowerCase(), reset: names.reset?.toLowerCase() },
    onWait,
  };
  const scheduler = createScheduler(transport, own, onExchanges);
  return renewal === undefined ? scheduler : renewing(scheduler, keyring);
}

/** How much of the time is left for deleting what was created. */
const CLEANING_SHARE = 0.1;
const MOST_CLEANING_MS = 30_000;
const cleaningMs = ({ clean, maxTimeMs }: RunOptions): number =>
  clean === true ? Math.min(maxTimeMs * CLEANING_SHARE, MOST_CLEANING_MS) : 0;

/** Deletes what was created, in the time that is left, and with as many requests as it takes: also after an interruption. */
async function clean(
  contract: Contract,
  options: RunOptions,
  events: RunEvents,
  transport: Transport,
  keyring: Keyring,
  created: CreatedList,
  leftMs: number,
  prepared: (request: Request) => Request,
): Promise<RunResult['cleaned']> {
  const own = {
    ...options,
    maxTimeMs: leftMs,
    maxRequests: cleaningCost(created.inOrder().length),
    parallel: 0,
    interrupted: undefined,
  };
  const scheduler = createRunScheduler(contract, own, events, transport, keyring, () => {});
  events.onProgress({ check: 'cleaning up', requests: 0, findings: 0 });
  return cleanUp(contract, created, scheduler, options.given, prepared);
}
