import { type Operation, pointerTo, type Reply, type Resource, replyFor, textOf } from '../../openapi/contract';
import { copied, evidenceAround, evidenceOf } from '../exchange/evidence';
import { type Exchange, outcomeOf, type Response } from '../exchange/exchange';

export type Level = 'MUST' | 'SHOULD';

/** The sentence of the contract that a check holds a server to, and where it stands. */
export interface Clause {
  readonly sentence: string;
  readonly pointer: string;
}

/** A sentence about an operation as a whole. */
export const operationClause = ({ pointer }: Operation, sentence: string): Clause => ({ sentence, pointer });

/** A sentence about a documented reply of an operation, with the document's own words for it. */
export function clauseOf({ operation }: { readonly operation: Operation }, status: number, sentence: string): Clause {
  const reply = replyFor(operation, status);
  return { sentence: withDescription(sentence, reply), pointer: reply?.pointer ?? operation.pointer };
}

/** The same about the reply that the contract documents for an exchange. */
export function replyClause(
  { request: { operation }, response }: Exchange,
  sentence: string,
  ...below: string[]
): Clause {
  const reply = response && replyFor(operation, response.status);
  if (reply === undefined) return { sentence, pointer: pointerTo(operation.pointer, 'responses') };
  return { sentence: withDescription(sentence, reply), pointer: pointerTo(reply.pointer, ...below) };
}

const withDescription = (sentence: string, reply: Reply | undefined): string =>
  reply === undefined || reply.description === ''
    ? sentence
    : `${sentence} (${reply.status}: ${reply.description.trim()})`;

/** What a server is held to. Its id never changes its meaning. */
export interface Rule {
  readonly id: string;
  readonly title: string;
  readonly level: Level;
}

/** What an exchange shows that breaks a rule. */
export interface Breach {
  readonly expected: string;
  readonly actual: string;
  /** Tells the breaches of one rule on one operation apart. */
  readonly key: string;
  /** The earlier exchange that it disagrees with. */
  readonly earlier?: Exchange;
  /** Whether a request between the two must have done it: then the last one that may have is shown, too. */
  readonly isDoneBetween?: true;
  readonly topic?: Topic;
  /** Its place in the document, where that is another than the clause's. */
  readonly pointer?: string;
  /** As that of an observation. */
  readonly at?: string;
  /** What differs, and may go on by itself: further looks tell. */
  readonly mayRun?: { readonly name: string; readonly id: unknown; readonly was: unknown };
  /** Whether a server may have a reason that the contract does not tell: then it is a warning. */
  readonly isExcusable?: true;
  readonly ofServed?: true;
}

/** What a rule says of an exchange. */
export interface Spoken {
  readonly rule: Rule;
  /** The operation that it is reported for. */
  readonly operation: Operation;
  readonly clause: () => Clause;
  /** None: the exchange keeps the rule. */
  readonly breaches: readonly Breach[];
}

/** A breach, and what it breaks. */
export interface BrokenRule extends Pick<Spoken, 'rule' | 'operation'> {
  readonly clause: Clause;
  readonly breach: Breach;
}

/** The breaches that rules have found in an exchange. */
export const brokenIn = (spoken: readonly Spoken[]): readonly BrokenRule[] =>
  spoken.flatMap(({ rule, operation, clause, breaches }) =>
    breaches.map((breach) => ({ rule, operation, clause: clauseFor(breach, clause()), breach })),
  );

/** @param clause of the rule */
export const clauseFor = ({ pointer }: Breach, clause: Clause): Clause =>
  pointer === undefined ? clause : { ...clause, pointer };

/** What came of one case. Of several, the worst stands for the check. */
export type Verdict =
  | { readonly outcome: 'pass' }
  | { readonly outcome: 'fail' | 'warn'; readonly observation: Observation }
  | { readonly outcome: 'skip' | 'inconclusive' | 'error'; readonly reason: string };

/** What was seen and should not have been. */
export interface Observation {
  readonly expected: string;
  readonly actual: string;
  /** The exchanges that show it, in order; the last one is the evidence. */
  readonly exchanges: readonly Exchange[];
  /** Observations with the same key are one finding, however often seen. */
  readonly key: string;
  readonly clause?: Clause;
  readonly topic?: Topic;
  /** A JSON pointer to the place in the evidence's body where it is seen: what stands around that is kept. */
  readonly at?: string;
  /** Whether the last exchange shows it only because others went over its connection before. */
  readonly isOfKept?: boolean;
  /** Whether it says something only of an operation that serves another valid request: else no valid input is known. */
  readonly ofServed?: true;
}

export const PASS: Verdict = { outcome: 'pass' };
/** Where the contract lacks what a case needs: `applies` says so before, and this only to the compiler. */
export const NOTHING_TO_JUDGE: Unjudged = { outcome: 'skip', reason: 'the contract has nothing to judge by' };
export const skip = (reason: string): Unjudged => ({ outcome: 'skip', reason });
export const inconclusive = (reason: string): Unjudged => ({ outcome: 'inconclusive', reason });

/** That there is nothing to say of a case, and why. */
export type Unjudged = Extract<Verdict, { readonly reason: string }>;

/** Thrown where a story ends before its end: the runner makes this verdict of it. */
class StoryEnd extends Error {
  override readonly name: string = 'StoryEnd';
  constructor(readonly verdict: Verdict) {
    super('reason' in verdict ? verdict.reason : verdict.outcome);
  }
}

/** Thrown where a story can't go on, with the reason. */
export class CannotJudge extends StoryEnd {
  override readonly name = 'CannotJudge';
  /** @param why the reason of an inconclusive verdict; or a verdict that has one */
  constructor(why: string | Unjudged) {
    super(typeof why === 'string' ? inconclusive(why) : why);
  }
}

/** Thrown by a step that finds a violation, after which the story has nothing to go on with. */
export class Violation extends StoryEnd {
  override readonly name = 'Violation';
  constructor(observation: Observation) {
    super(fail(observation));
  }
}

/** What a step resolves to; undefined where it can't go on. */
export const unlessUnjudged = <Found>(step: Promise<Found>): Promise<Found | undefined> =>
  step.catch((error: unknown) => {
    if (error instanceof CannotJudge) return undefined;
    throw error;
  });

/** A story or a part of it: verdicts at its end or on its way; none where it only sends. */
export type Story = Promise<Verdict | readonly Verdict[] | undefined> | AsyncIterable<Verdict>;

/**
 * What a story comes to, whether it ends before its end or not.
 *
 * @param verdicts gathers them, so that those are known that came before an error
 */
export async function verdictsOf(story: () => Story, verdicts: Verdict[] = []): Promise<readonly Verdict[]> {
  try {
    const told = story();
    if (Symbol.asyncIterator in told) for await (const verdict of told) verdicts.push(verdict);
    else verdicts.push(...[(await told) ?? []].flat());
  } catch (error) {
    if (!(error instanceof StoryEnd)) throw error;
    verdicts.push(error.verdict);
  }
  return verdicts;
}

/** What a step returns; where that ends its story, the verdict is yielded, and this story goes on with undefined. */
export async function* orVerdict<Found>(step: Promise<Found>): AsyncGenerator<Verdict, Found | undefined> {
  try {
    return await step;
  } catch (error) {
    if (!(error instanceof StoryEnd)) throw error;
    yield error.verdict;
    return undefined;
  }
}

/** The server broke its contract. */
export const fail = (observation: Observation): Verdict => ({ outcome: 'fail', observation: toKeep(observation) });
/** The server did what is allowed, and not what the contract lets one expect. */
export const warn = (observation: Observation): Verdict => ({ outcome: 'warn', observation: toKeep(observation) });

/** An observation as it is kept until the end of a run, whatever the replies were that it was made of. */
export const toKeep = ({ expected, actual, key, exchanges, at, ...rest }: Observation): Observation => ({
  ...rest,
  expected: copied(expected),
  actual: copied(actual),
  key: copied(key),
  exchanges: exchanges.map((exchange, index) =>
    at !== undefined && index === exchanges.length - 1 ? evidenceAround(exchange, at) : evidenceOf(exchange),
  ),
});

/** What came of a check. Flaky: a violation that was seen once, and did not come again. Known: all that it found is set aside. */
export type Outcome = Verdict['outcome'] | 'flaky' | 'known';

/** The order from best to worst; of several outcomes the worst stands for all. */
const ORDER: readonly Outcome[] = ['skip', 'pass', 'inconclusive', 'known', 'warn', 'flaky', 'error', 'fail'];
export const worst = (outcomes: readonly Outcome[]): Outcome =>
  outcomes.reduce((worse, outcome) => (ORDER.indexOf(outcome) > ORDER.indexOf(worse) ? outcome : worse), 'skip');

/** An exchange that has a reply. */
export type Replied = Exchange & { readonly response: Response };

/** The exchange, which has a reply. @throws CannotJudge where it has none: an oracle reports that */
export function replied(exchange: Exchange): Replied {
  if (!hasReply(exchange)) throw new CannotJudge(unjudged(exchange));
  return exchange;
}

/** The same, and it is none of 5xx. @throws CannotJudge */
export function answered(exchange: Exchange): Replied {
  if (!hasReply(exchange) || exchange.response.status >= 500) throw new CannotJudge(unjudged(exchange));
  return exchange;
}

const hasReply = (exchange: Exchange): exchange is Replied => exchange.response !== undefined;

/** What a check can't judge since the exchange itself failed; an oracle reports that. */
export const unjudged = (exchange: Exchange): Unjudged => inconclusive(`not judged: ${outcomeOf(exchange)}`);

/** What a finding is about. By it, findings of one cause are known: see `conformance/judge/causes.ts`. */
export interface Topic {
  /** What is wrong, in a word: findings of one rule with the same word are one defect, on whichever operations they are. */
  readonly defect?: string;
  /** A record, and what is wrong with it, as every rule says it that sees the same. */
  readonly symptom?: string;
  /** The property of a record that is wrong. */
  readonly member?: string;
  /** The status that was expected, where it is the status that is wrong. */
  readonly wanted?: number;
  /** What of an operation does not work at all. Findings on the same operation that are `part` of it follow from that. */
  readonly whole?: string;
  readonly part?: string;
  /** Of what was found in requests at once: the id of the rule that says the same of requests that come one after the other. */
  readonly inTurn?: string;
}

/** A record that is not shown where it should be. */
export const missing = (resource: Resource, id: unknown): Topic => ({ symptom: `${recordName(resource, id)} missing` });

/** A record that is shown with another value than it has. */
export const differing = (resource: Resource, id: unknown, member: string, shown: string): Topic => ({
  symptom: `${recordName(resource, id)} ${member} ${shown}`,
  member,
});

/** An id that two records have: then whatever else is wrong with a record of that id follows. */
export const taken = (resource: Resource, id: unknown): Topic => ({ symptom: recordName(resource, id) });

/** What every symptom of a record begins with. */
const recordName = ({ collectionPath }: Resource, id: unknown): string => `${collectionPath} ${textOf(id)}:`;
