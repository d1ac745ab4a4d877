import { matchMediaType } from '../../openapi/contract';
import type { Connection, Exchange, Request } from '../exchange/exchange';
import type { Results } from '../judge/results';
import { ORACLES } from '../rules/oracles';
import { RELATIONS } from '../rules/relations';
import type { Cell, Finding } from '../verdict/finding';
import type { CaseLog } from './case-log';
import type { Planned } from './plan';
import { OutOfBudget, type Scheduler } from './scheduler';

/** What of a run an attempt takes. */
export interface Attempting {
  readonly results: Results;
  readonly scheduler: Scheduler;
  readonly cases: CaseLog;
  /** All exchanges of the run so far. */
  readonly exchanges: readonly Exchange[];
  /** Runs a case once more. What asks for no connection goes over this one. */
  readonly rerun: (planned: Planned, over: Connection) => Promise<void>;
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
  readonly send: () => Promise<void>;
  /** The most requests that it sends. */
  readonly cost: number;
  /** Whether all of it goes over one connection, and nothing else before. */
  readonly isOverOne: boolean;
  /** Sends as many requests and more, each over a connection of its own. */
  readonly control: (requests: number, more: number) => Promise<void>;
}

/** What came of an attempt, and its exchanges. Void: nothing was judged that could have shown it. */
export interface Came {
  readonly outcome: 'shown' | 'not shown' | 'void';
  readonly sent: readonly Exchange[];
}

/** The ways to try a violation again, over fresh connections first. */
export function attemptsFor(finding: Finding, run: Attempting): readonly Attempt[] {
  const wasCarriedBefore = finding.exchanges.at(-1)?.connection?.carried !== 0 && finding.isOfKept !== true;
  const [first] = finding.exchanges;
  const isAlone = finding.exchanges.length === 1 && JUDGED_ALONE.has(finding.check);
  const [planned] = run.cases.casesOf(finding).toSorted((a, b) => a.case.cost - b.case.cost);
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
  const { results, newConnection } = run;
  const repeat = async (count: number, over: () => Connection): Promise<void> => {
    const before = results.breaches(finding);
    for (let sent = 0; sent < count && results.breaches(finding) === before; sent += 1)
      await sendOver(shown, over(), run);
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

/** A case with each request over a connection of its own; and over one connection. */
function rerunning(planned: Planned, { rerun, newConnection }: Attempting): readonly [Attempt, Attempt] {
  const { cost, name } = planned.case;
  const id = JSON.stringify([planned.check.id, planned.subject.operation.id, name]);
  const alone = () => rerun(planned, 'fresh');
  const control = async (_requests: number, more: number): Promise<void> => {
    for (let runs = 0; runs <= more; runs += 1) await alone();
  };
  return [
    { name: id, send: alone, cost, isOverOne: false, control },
    { name: `${id} over one`, send: () => rerun(planned, newConnection()), cost, isOverOne: true, control },
  ];
}

async function sendOver(
  { request, sentBy }: Exchange,
  connection: Connection,
  { scheduler }: Attempting,
): Promise<void> {
  await scheduler.send({ ...request, connection }, sentBy, true);
}

/** Whether there is no reply, or one of a form that the operation does not have: something between may have sent it. */
export function isForeign({ request, response }: Exchange): boolean {
  if (response === undefined || response.status >= 500) return true;
  const type = response.headers.get('content-type');
  const { replies } = request.operation;
  return type !== undefined && replies.every(({ content }) => matchMediaType(content, type) === undefined);
}

/** The exchanges of an attempt, and what had been judged before it and after. */
export interface Tried {
  readonly sent: readonly Exchange[];
  readonly isWhole: boolean;
  readonly before: readonly Cell[];
  readonly after: readonly Cell[];
}

export async function tryOnce({ send }: Pick<Attempt, 'send'>, { results, exchanges }: Attempting): Promise<Tried> {
  const from = exchanges.length;
  const before = results.cells();
  let isWhole = true;
  try {
    await send();
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error;
    isWhole = false;
  }
  return { sent: exchanges.slice(from), isWhole, before, after: results.cells() };
}

/** What an attempt tells of a violation, whether it was made for that or for another. */
export function judgedBy({ check, operation, exchanges }: Finding, tried: Tried, { results }: Attempting): Came {
  const { sent, isWhole, before, after } = tried;
  const numbers = new Set(sent.map(({ number }) => number));
  const isShown = results
    .findings()
    .filter((one) => one.check === check && one.operation === operation && one.outcome !== 'warn')
    .some(({ sightings }) => sightings.some((seen) => numbers.has(seen.at(-1) ?? 0)));
  if (isShown) return { outcome: 'shown', sent };
  const judged = (cells: readonly Cell[]): number =>
    cells.find((one) => one.check === check && one.operation === operation)?.judged ?? 0;
  // What does not come from the server breaks no rule in particular: then it is enough that a reply of its own comes.
  const isAbout = exchanges.some(isForeign) ? sent.length > 0 : judged(after) > judged(before);
  const isAnswered = sent.every(({ response }) => response !== undefined && response.status !== 429);
  return { outcome: isWhole && isAnswered && isAbout ? 'not shown' : 'void', sent };
}
