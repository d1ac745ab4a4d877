import { matchMediaType } from '../../openapi/contract';
import type { Connection, Exchange, Request } from '../exchange/exchange';
import type { Judge } from '../judge/judge';
import type { Results } from '../judge/results';
import { renamed } from '../requests/request';
import { ORACLES } from '../rules/oracles';
import { RELATIONS } from '../rules/relations';
import type { Finding } from '../verdict/result';
import type { Spoken } from '../verdict/verdict';
import type { CaseLog } from './case-log';
import { OutOfBudget } from './pace/pace';
import type { Scheduler } from './pace/scheduler';
import type { Planned } from './plan/places';

/** What of a run an attempt takes. */
export interface Attempting {
  readonly results: Results;
  readonly scheduler: Scheduler;
  readonly judge: Judge;
  readonly cases: CaseLog;
  /** All exchanges of the run so far. */
  readonly exchanges: readonly Exchange[];
  /** Runs a case once more, and returns which rules have spoken. What asks for no connection goes over this one. @throws OutOfBudget */
  readonly rerun: (planned: Planned, over: Connection) => Promise<readonly Spoke[]>;
  readonly newConnection: () => Connection;
}

/** The most requests over one connection before one of them shows what a fresh connection does not. */
export const MOST_IN_A_ROW = 12;
/** As many of what was seen once. */
const FEW_IN_A_ROW = 3;

/** One way to try a violation again. */
export interface Attempt {
  /** The same for findings whose attempts are the same. */
  readonly name: string;
  readonly send: () => Promise<readonly Spoke[]>;
  /** How many requests it took when it was run, or takes at the most. */
  readonly cost: number;
  /** Whether all of it goes over one connection, and nothing else before. */
  readonly isOverOne: boolean;
  /** Sends as many requests and more, each over a connection of its own. */
  readonly control: (requests: number, more: number) => Promise<readonly Spoke[]>;
}

/** That a rule had something to say of an operation. */
export type Spoke = Pick<Spoken, 'rule' | 'operation'>;

/** What came of an attempt, and its exchanges. Void: nothing was judged that could have shown it. */
export interface Came {
  readonly outcome: 'shown' | 'not shown' | 'void';
  readonly sent: readonly Exchange[];
  /** Why it is void. */
  readonly why?: string;
}

/** The ways to try a violation again, over fresh connections first. */
export function attemptsFor(finding: Finding, run: Attempting): readonly Attempt[] {
  const wasCarriedBefore = finding.exchanges.at(-1)?.connection?.carried !== 0 && finding.isOfKept !== true;
  const [first] = finding.exchanges;
  const isAlone = finding.exchanges.length === 1 && JUDGED_ALONE.has(finding.check);
  const { costOf } = run.cases;
  const [planned] = run.cases.casesOf(finding).toSorted((a, b) => costOf(a) - costOf(b));
  const again = planned === undefined ? [] : rerunning(planned, run);
  if (isAlone && first !== undefined) {
    const [alone, inARow] = resending(
      finding,
      first,
      run,
      run.cases.isRepeated(finding) ? MOST_IN_A_ROW : FEW_IN_A_ROW,
    );
    // What a request does may depend on what was done before: a record that is there cannot be made again.
    return [alone, ...(isSafe(first.request) ? [] : again.slice(0, 1)), ...(wasCarriedBefore ? [inARow] : [])];
  }
  return wasCarriedBefore ? again : again.slice(0, 1);
}

/** What judges an exchange by itself. */
const JUDGED_ALONE: ReadonlySet<string> = new Set([...ORACLES, ...RELATIONS].map(({ id }) => id));

const isSafe = ({ method }: Request): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method);

/** A request by itself; and over one connection, until it shows the violation. */
function resending(finding: Finding, shown: Exchange, run: Attempting, most: number): readonly [Attempt, Attempt] {
  const { judge, newConnection } = run;
  const repeat = async (count: number, over: () => Connection): Promise<readonly Spoke[]> => {
    const told: Spoken[] = [];
    for (let sent = 0; sent < count && !told.some((one) => isBroken(one, finding)); sent += 1)
      told.push(...judge.spokenOf(await sendOver(shown, over(), run)));
    return told;
  };
  const control = (requests: number, more: number) => repeat(requests + more, () => 'fresh');
  const inARow = () => {
    const connection = newConnection();
    return repeat(most, () => connection);
  };
  return [
    { name: `${shown.number} alone`, send: () => control(1, 0), cost: 1, isOverOne: false, control },
    { name: `${shown.number} in a row`, send: inARow, cost: most, isOverOne: true, control },
  ];
}

/** Whether a rule has found a violation like another. */
const isBroken = ({ breaches, ...spoken }: Spoken, finding: Finding): boolean =>
  isAboutSame(spoken, finding) && breaches.some(({ isExcusable }) => isExcusable !== true);

const isAboutSame = ({ rule, operation }: Spoke, finding: Pick<Finding, 'check' | 'operation'>): boolean =>
  rule.id === finding.check && operation.id === finding.operation;

/** A case with each request over a connection of its own; and over one connection. */
function rerunning(planned: Planned, { rerun, newConnection, cases }: Attempting): readonly [Attempt, Attempt] {
  const cost = cases.costOf(planned);
  const id = JSON.stringify([planned.check.id, planned.subject.operation.id, planned.case.name]);
  const alone = () => rerun(planned, 'fresh');
  const control = async (_requests: number, more: number): Promise<readonly Spoke[]> => {
    const spoke: Spoke[] = [];
    for (let runs = 0; runs <= more; runs += 1) spoke.push(...(await alone()));
    return spoke;
  };
  return [
    { name: id, send: alone, cost, isOverOne: false, control },
    { name: `${id} over one`, send: () => rerun(planned, newConnection()), cost, isOverOne: true, control },
  ];
}

const sendOver = (
  { request, sentBy }: Exchange,
  connection: Connection,
  { scheduler }: Attempting,
): Promise<Exchange> => scheduler.send({ ...renamed(request), connection }, sentBy, true);

/** Whether there is no reply, or one of a form that the operation does not have: something between may have sent it. */
export function isForeign({ request, response }: Exchange): boolean {
  if (response === undefined || response.status >= 500) return true;
  const type = response.headers.get('content-type');
  const { replies } = request.operation;
  return type !== undefined && replies.every(({ content }) => matchMediaType(content, type) === undefined);
}

/** The exchanges of an attempt, and the rules that have spoken on them. */
export interface Tried {
  readonly sent: readonly Exchange[];
  /** Why it has ended before its end. */
  readonly cutOff?: string;
  readonly spoke: readonly Spoke[];
}

export async function tryOnce({ send }: Pick<Attempt, 'send'>, { exchanges }: Attempting): Promise<Tried> {
  const from = exchanges.length;
  try {
    const spoke = await send();
    return { sent: exchanges.slice(from), spoke };
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error;
    return { sent: exchanges.slice(from), cutOff: error.message, spoke: [] };
  }
}

/** What an attempt tells of a violation, whether it was made for that or for another. */
export function judgedBy(finding: Finding, { sent, cutOff, spoke }: Tried, { results }: Attempting): Came {
  const { check, operation, exchanges } = finding;
  const numbers = new Set(sent.map(({ number }) => number));
  const isShown = results
    .findings()
    .filter((one) => one.check === check && one.operation === operation && one.outcome !== 'warn')
    .some(({ sightings }) => sightings.some((seen) => numbers.has(seen.at(-1) ?? 0)));
  if (isShown) return { outcome: 'shown', sent };
  // What does not come from the server breaks no rule in particular: then it is enough that a reply of its own comes.
  const isAbout = exchanges.some(isForeign) ? sent.length > 0 : spoke.some((one) => isAboutSame(one, finding));
  const isAnswered = sent.every(({ response }) => response !== undefined && response.status !== 429);
  const unanswered = isAnswered ? undefined : 'the server answered 429 or not at all';
  const why = cutOff ?? unanswered ?? (isAbout ? undefined : 'the replies show nothing to judge');
  return why === undefined ? { outcome: 'not shown', sent } : { outcome: 'void', sent, why };
}
