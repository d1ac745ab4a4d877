import type { Contract } from '../../openapi/contract';
import { NoValue } from '../arbitraries/string';
import { type Connection, type Exchange, isOfOperation, isSuccess, type Request } from '../exchange/exchange';
import { isRemoved, reasonOfRemoval } from '../exchange/removal';
import { isChosenFor } from '../judge/choice';
import type { Judge } from '../judge/judge';
import type { Results } from '../judge/results';
import type { Clues } from '../records/clues/clues';
import { noteStiff, type ValueNotes } from '../requests/bodies/fresh';
import { noteAmple, noteReferences, noteUsedUp } from '../requests/bodies/unfit';
import type { CaseContext, RunNotes } from '../steps/check';
import { fetchParents } from '../steps/paths/parents';
import { withRequired } from '../steps/required';
import { withTag } from '../steps/tag';
import { begin } from '../steps/ways/begin';
import { makeNamed } from '../steps/ways/named';
import type { Hazard } from '../verdict/result';
import { CannotJudge, inconclusive, skip, type Verdict, verdictsOf } from '../verdict/verdict';
import type { Spoke } from './attempts';
import { createCaseLog } from './case-log';
import { confirmFindings, heldBack } from './confirm';
import { SetAside } from './pace/aside';
import { OutOfBudget } from './pace/pace';
import { type Scheduler, USED_UP } from './pace/scheduler';
import type { CreatedList } from './plan/cleaning';
import { isOfOthers } from './plan/hazards';
import type { RunEvents, RunOptions } from './plan/options';
import type { Planned } from './plan/places';
import { caseOptionsOf, unjudgedFor } from './plan/plan';
import type { Queue } from './plan/queue';
import { createReachShare, REACH, type ReachShare } from './plan/reach';

/** What a run works with. */
export interface Running {
  readonly contract: Contract;
  /** What is not sent by whatever operation of its path. */
  readonly notCalled: readonly Hazard[];
  readonly options: RunOptions;
  readonly queue: Queue;
  readonly scheduler: Scheduler;
  readonly judge: Judge;
  readonly created: CreatedList;
  readonly clues: Clues;
  readonly values: ValueNotes;
  readonly results: Results;
  readonly events: RunEvents;
  /** What was sent so far, as evidence. */
  readonly exchanges: readonly Exchange[];
  /** What is learnt of what the server chooses, where it is asked for. */
  readonly learnt?: RunNotes['learnt'];
}

/** What came of a case. */
interface Ran {
  readonly verdicts: readonly Verdict[];
  /** The rules that had something to say of what it has sent. */
  readonly spoke: readonly Spoke[];
  /** Why it has ended before its end, where no more may be sent. */
  readonly cutOff: string | undefined;
  /** That an operation was set aside for a while, which has ended it. */
  readonly aside?: SetAside;
}

/**
 * Runs the cases of a plan, then confirms what they found.
 *
 * @returns whether more was to be sent than the budget of requests lets
 */
export async function runCases(running: Running): Promise<boolean> {
  const { options, queue, scheduler, judge, values, results, events, exchanges } = running;
  const newConnection = connectionNames();
  const notes: RunNotes = {
    exhaustion: undefined,
    limitKeyUses: 0,
    isReaderKnown: false,
    servedBy: new Set(),
    turnedAway: new Set(),
    isOtherAccount: undefined,
    boundTo: new Map(),
    isStalled: false,
    late: new Map(),
    ways: new Map(),
    standing: new Map(),
    jobs: new Map(),
    narrowed: new Set(),
    paged: new Set(),
    needs: new Map(),
    ready: new Map(),
    sizes: new Map(),
    owed: new Map(),
    ample: new Map(),
    hosts: new Map(),
    values,
    ...(running.learnt === undefined ? {} : { learnt: running.learnt }),
  };
  const cases = createCaseLog(results);
  const share = createReachShare(options.maxRequests, options.maxTimeMs);
  const run = (one: Planned, over?: Connection) => runCase(one, running, { notes, newConnection, over, share });
  const report = (one: Planned, verdicts: readonly Verdict[]): void => {
    if (one.check !== REACH && isChosenFor(one.subject.operation, one.check.id, options))
      for (const verdict of verdicts) addVerdict(results, one, verdict);
  };
  const onProgress = (check: string): void =>
    events.onProgress({ check, requests: scheduler.sent, findings: results.found });
  /** Cases that begin again when all others were sent. */
  const postponed = new Map<Planned, SetAside>();
  let stopped: string | undefined;
  let isOutOfRequests = false;
  for (let one = queue.next(); one !== undefined; one = stopped === undefined ? queue.next() : undefined) {
    const [from, sent] = [exchanges.length, scheduler.sent];
    onProgress(one.check.id);
    const before = postponed.get(one);
    // Where there is no time for that, the case ends as it did.
    if (before !== undefined) await scheduler.wait(before.until - Date.now(), 'a 429').catch(() => {});
    const { verdicts, cutOff, aside } = await run(one);
    if (aside !== undefined && before === undefined) {
      postponed.set(one, aside);
      queue.postpone(one);
      continue;
    }
    // What is spare and did not come to its end is as good as not run.
    if (one.isSpare !== true || cutOff === undefined) report(one, verdicts);
    isOutOfRequests ||= cutOff === USED_UP && one.isSpare !== true;
    queue.count(one, scheduler.sent - sent, cutOff !== undefined);
    cases.note(one, exchanges.slice(from));
    if (results.failures > 0) scheduler.keepBack(heldBack(options.maxRequests));
    const failures = countedIn(results, options);
    if (failures >= options.maxFailures) stopped = `stopped after ${failures} violations (--max-failures)`;
    if (options.interrupted?.aborted === true) stopped ??= 'the run was interrupted before';
    stopped ??= scheduler.ended;
    if (scheduler.left <= 0) {
      isOutOfRequests ||= stopped === undefined && queue.length > 0;
      stopped ??= USED_UP;
    }
  }
  for (const one of queue.rest())
    report(
      one,
      one.case.isIdle === true
        ? (await run(one)).verdicts
        : [inconclusive(postponed.get(one)?.message ?? stopped ?? USED_UP)],
    );
  const rerun = async (one: Planned, over: Connection): Promise<readonly Spoke[]> => {
    const { verdicts, spoke, cutOff } = await run(one, over);
    const told = verdicts.filter(({ outcome }) => JUDGED.includes(outcome));
    report(one, told);
    if (cutOff !== undefined) throw new OutOfBudget(cutOff);
    return told.length === 0 ? spoke : [...spoke, { rule: one.check, operation: one.subject.operation }];
  };
  await confirmFindings({ results, scheduler, judge, cases, exchanges, rerun, newConnection, onProgress });
  return isOutOfRequests;
}

/** Gives each connection that a check opens a name of its own. */
function connectionNames(): () => Connection {
  let named = 0;
  return () => {
    named += 1;
    return { named: String(named) };
  };
}

/** What tells something of the server. */
const JUDGED: readonly Verdict['outcome'][] = ['pass', 'warn', 'fail'];

/** How a case is run. */
interface Way {
  readonly notes: RunNotes;
  readonly newConnection: () => Connection;
  /** What a request goes over that names no connection, where a finding is tried again. */
  readonly over: Connection | undefined;
  readonly share: ReachShare;
}

async function runCase(
  { check, subject, case: one }: Planned,
  { contract, notCalled, options, scheduler, judge, created, clues }: Running,
  { notes, newConnection, over, share }: Way,
): Promise<Ran> {
  // A case may send any number of long replies: what they say is let go.
  const spoke = new Map<string, Spoke>();
  let latest: Exchange | undefined;
  const noted = <Came extends Exchange | readonly Exchange[]>(came: Came): Came => {
    const exchanges = [came].flat();
    for (const { rule, operation } of exchanges.flatMap(judge.spokenOf))
      spoke.set(`${rule.id} ${operation.id}`, { rule, operation });
    for (const exchange of exchanges) noteWorked(notes, exchange);
    latest = exchanges.at(-1);
    return came;
  };
  const prepared = async (asked: Request): Promise<Request> => {
    const request = withRequired(context, await withTag(context, await fetchParents(context, asked)));
    const { method, operation } = request;
    if (notCalled.some((one) => one.operation.path === operation.path && one.operation.method === method))
      throw new CannotJudge(skip(`${method} ${operation.path} is not called (--include calls it)`));
    if (isOfOthers(request, { contract, known: judge.known, made: created, clues, given: options.given }))
      throw new CannotJudge(
        skip(`${method} ${operation.path} is called with records of this run alone (--example names another)`),
      );
    if (check === REACH && over === undefined && !share.take())
      throw new CannotJudge(skip('the part of the budget for first successes was used up'));
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
    sendOnce: async (asked) => noted(await scheduler.send(await prepared(asked), check.id, true)),
    send: async (asked) => {
      const request = await prepared(asked);
      const isProvoking = request.credential === 'limit';
      return noted(await scheduler.send({ connection: over ?? 'kept', ...request }, check.id, isProvoking));
    },
    sendTogether: async (asked) => {
      const requests: Request[] = [];
      for (const request of asked) requests.push(await prepared(request));
      const isProvoking = requests.every(({ credential }) => credential === 'limit');
      return noted(await scheduler.sendTogether(requests, check.id, isProvoking));
    },
    ground: { begin, makeNamed },
    hosts: new Set(),
    brokenBy: judge.brokenBy,
    newConnection,
    left: () => scheduler.left,
    latest: () => latest,
    wait: (milliseconds, why) => {
      latest = undefined;
      return scheduler.wait(milliseconds, why);
    },
  };
  const ended = (verdicts: readonly Verdict[], cutOff?: string): Ran => {
    const isJudged = spoke.has(`${check.id} ${subject.operation.id}`);
    const told = verdicts.length > 0 || isJudged ? verdicts : [skip('the replies show nothing to judge')];
    return { verdicts: told.map(unlessRemoved), spoke: [...spoke.values()], cutOff };
  };
  const verdicts: Verdict[] = [];
  try {
    if (check !== REACH) await makeNamed(context);
    return ended(await verdictsOf(() => one.run(context), verdicts));
  } catch (error) {
    if (error instanceof SetAside && Number.isFinite(error.until))
      return { ...ended([...verdicts, inconclusive(error.message)], error.message), aside: error };
    if (error instanceof OutOfBudget) return ended([...verdicts, inconclusive(error.message)], error.message);
    return ended([...verdicts, verdictFor(error)]);
  }
}

function noteWorked(notes: RunNotes, exchange: Exchange): void {
  const { worked, unfit } = notes.values;
  const { request } = exchange;
  if (request.credential === 'main') {
    noteReferences(unfit, exchange);
    noteAmple(notes.values, exchange);
    noteUsedUp(notes.values, exchange);
    noteStiff(notes.values, exchange);
  }
  if (request.credential === 'reader' && isSuccess(exchange)) notes.isReaderKnown = true;
  if (typeof request.credential === 'object' && 'by' in request.credential && isSuccess(exchange))
    notes.servedBy.add(request.credential.by);
  const { id } = request.operation;
  if (request.credential === 'main' && [401, 403].includes(exchange.response?.status ?? 0)) notes.turnedAway.add(id);
  if (request.credential === 'main' && isSuccess(exchange) && isOfOperation(exchange) && !worked.has(id))
    worked.set(id, request);
}

/** What is made of an error that has ended a case. */
function verdictFor(error: unknown): Verdict {
  if (error instanceof NoValue) return unjudgedFor(error);
  return { outcome: 'error', reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
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

/** The violations so far that count; where they are too few to end the run, known ones are not looked for. */
function countedIn(results: Results, { maxFailures, countFailures }: RunOptions): number {
  if (countFailures === undefined || results.failures < maxFailures) return results.failures;
  return countFailures(results.findings().filter(({ outcome }) => outcome === 'fail'));
}
