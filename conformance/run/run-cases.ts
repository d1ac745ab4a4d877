import type { Contract } from '../../openapi/contract';
import { NoValue } from '../arbitraries/no-value';
import type { Connection, Exchange, Request } from '../exchange/exchange';
import { isRemoved, reasonOfRemoval } from '../exchange/removal';
import { isChosenFor } from '../judge/choice';
import type { Judge } from '../judge/judge';
import type { Results } from '../judge/results';
import { createValueNotes } from '../requests/fresh';
import type { CaseContext, RunNotes } from '../steps/check';
import { fetchParents } from '../steps/fetch-parents';
import { withRequired } from '../steps/with-required';
import { inconclusive, skip, type Verdict } from '../verdict/verdict';
import { createCaseLog } from './case-log';
import { confirmFindings, heldBack } from './confirm';
import type { RunEvents, RunOptions } from './options';
import { caseOptionsOf, type Planned, unjudgedFor } from './plan';
import { OutOfBudget, type Scheduler, USED_UP } from './scheduler';

/** What a run works with. */
export interface Running {
  readonly contract: Contract;
  readonly options: RunOptions;
  readonly planned: readonly Planned[];
  readonly scheduler: Scheduler;
  readonly judge: Judge;
  readonly results: Results;
  readonly events: RunEvents;
  readonly exchanges: readonly Exchange[];
  /** What is learnt of what the server chooses, where somebody asked. */
  readonly learnt?: RunNotes['learnt'];
}

/** Gives each connection that a check opens a name of its own. */
interface Connections {
  readonly newConnection: () => Connection;
}

/**
 * Runs the cases of a plan in their order, then confirms what they found.
 *
 * @returns whether more was to be sent than the budget of requests lets
 */
export async function runCases(given: Running): Promise<boolean> {
  const newConnection = connectionNames();
  const running = { ...given, newConnection };
  const { options, planned, scheduler, results, events, exchanges } = running;
  const notes: RunNotes = {
    exhaustion: undefined,
    limitKeyUses: 0,
    isOutOfRequests: false,
    isStalled: false,
    values: createValueNotes(),
    ...(given.learnt === undefined ? {} : { learnt: given.learnt }),
  };
  const cases = createCaseLog(results);
  let stopped: string | undefined;
  const onProgress = (check: string): void =>
    events.onProgress({ check, requests: scheduler.sent, findings: results.found });
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
    if (results.failures > 0) scheduler.keepBack(heldBack(options.maxRequests));
    if (options.interrupted?.aborted === true) stopped ??= 'the run was interrupted before';
    if (scheduler.left <= 0) {
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
  await confirmFindings({ results, scheduler, cases, exchanges, rerun, newConnection, onProgress });
  return isOutOfRequests;
}

function connectionNames(): () => Connection {
  let named = 0;
  return () => {
    named += 1;
    return { named: String(named) };
  };
}

/** What tells something of the server. */
const JUDGED: readonly Verdict['outcome'][] = ['pass', 'warn', 'fail'];

async function runCase(
  { check, subject, case: one }: Planned,
  { contract, options, scheduler, judge, results, newConnection }: Running & Connections,
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
    sendOnce: async (asked) => scheduler.send(await prepared(asked), check.id, true),
    send: async (asked) => {
      const request = await prepared(asked);
      return scheduler.send({ connection: over, ...request }, check.id, request.credential === 'limit');
    },
    sendTogether: async (asked) => {
      const requests: Request[] = [];
      for (const request of asked) requests.push(await prepared(request));
      const provoking = requests.every(({ credential }) => credential === 'limit');
      return scheduler.sendTogether(requests, check.id, provoking);
    },
    brokenBy: judge.brokenBy,
    newConnection,
    wait: (milliseconds) => scheduler.wait(milliseconds, 'the reset of the limit key'),
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
