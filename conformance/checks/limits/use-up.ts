import { type Exchange, isSuccess, outcomeOf, type Request } from '../../exchange/exchange';
import { type Allowance, isSameWindow, retryTime, TOLERANCE_S } from '../../rules/oracles/allowance';
import type { CaseContext } from '../../steps/check';
import { CannotJudge, type Replied, replied, type Verdict, Violation } from '../../verdict/verdict';
import { allowanceIn, judgeServed, SHORTEST_WINDOW_S, smallestList } from './exhaustion';

/** What is known of the allowance while it is used up. */
interface Counting {
  readonly request: Request;
  readonly other: Exchange;
  readonly first: Replied;
  base: Baseline;
  /** Requests that were served since the base, without that one. */
  served: number;
  last: Replied;
  /** What the last reply said. */
  now: Allowance;
  /** Whether more was gone by a reply than this run has sent: others use the key, too. */
  isShared: boolean;
  /** Whether a request was sent twice, since its connection was closed: it may have been charged for both. */
  isRepeated: boolean;
}

/** Sends the same request until it is refused, and two more. */
export async function useUp(context: CaseContext): Promise<Verdict> {
  const { parallel } = context.options;
  const request = smallestList(context, 'limit');
  const other = await context.send({ ...request, credential: 'main' });
  const first = replied(await context.send(request));
  const begun = allowanceIn(context, first);
  if (first.response.status === 429)
    throw new CannotJudge(
      'the allowance of the limit key was used up before it was counted: by an earlier run, or others',
    );
  if (!isSuccess(first) || begun.remaining === undefined)
    throw new CannotJudge('the limit key is not served, or no header says what is left');
  // As many as are left, then two that are refused. The first one is sent.
  const most = context.left() + 1;
  if (begun.remaining + 4 > most)
    throw new CannotJudge(`${begun.remaining} requests are left of the allowance, and ${most} may be spent on it`);
  const counting: Counting = {
    ...{ request, other, first, last: first, now: begun, served: 0, isShared: false },
    base: baselineOf(first, begun, context.notes.limitKeyUses),
    isRepeated: first.isRepeated === true,
  };
  let areSentAtOnce = parallel < 2;
  const enough = enoughOf(begun, parallel);
  const end = Math.min(most - 2, enough);
  for (let sent = 1; sent < end; sent += 1) {
    if (!areSentAtOnce && counting.now.remaining === Math.floor(parallel / 2) && sent + parallel < end) {
      areSentAtOnce = true;
      sent += parallel;
      const refused = await sendAtOnce(context, counting);
      if (refused !== undefined) return judgeRefused(context, counting, refused);
    }
    const exchange = replied(await context.send(request));
    if (exchange.isRepeated === true) counting.isRepeated = true;
    if (!isSuccess(exchange)) return judgeRefused(context, counting, exchange);
    countServed(context, counting, exchange);
  }
  throw new CannotJudge(
    end < enough
      ? `${counting.served} requests were served, and no more may be spent`
      : `${end} requests were served and none refused, though the headers name ${begun.limit ?? begun.remaining}: by them a new window began again and again`,
  );
}

/** So many requests use up an allowance, even where a new window begins meanwhile. */
const enoughOf = ({ limit = 0, remaining = 0 }: Allowance, parallel: number): number =>
  2 * Math.max(limit, remaining) + parallel + SPARE;

/** Spare requests, for limits of a few requests in a short window. */
const SPARE = 20;

/**
 * Sends more requests at once than are left: no more than those are served, and the others are refused as a single one would
 * be. Whether fewer were served is left to the caller: others may use the key.
 *
 * @returns the first that was refused for the limit; undefined where none was
 * @throws Violation
 */
async function sendAtOnce(context: CaseContext, counting: Counting): Promise<Replied | undefined> {
  const { request, base, last, now: before } = counting;
  const sent = await context.sendTogether(Array.from({ length: context.options.parallel }, () => request));
  if (sent.some(({ response }) => response === undefined)) replied(await context.send(request));
  const exchanges = sent.map(replied);
  const restOf = (exchange: Replied): number => allowanceIn(context, exchange).remaining ?? 0;
  // The most is left after the first of them.
  const served = exchanges.filter(isSuccess).sort((a, b) => restOf(b) - restOf(a));
  const other = exchanges.find((one) => !isSuccess(one) && one.response.status !== 429);
  const alone = other === undefined ? undefined : await sendAlone(context, counting, other, exchanges.length);
  if (alone === undefined) {
    const left = before.remaining ?? 0;
    const isOneWindow = exchanges
      .map((exchange) => allowanceIn(context, exchange))
      .every((now) => isSameWindow(before, now) && !comeBack(base, before, now));
    if (isOneWindow && served.length > left + flowsBack(base, before))
      throw new Violation({
        expected: `${left} of ${exchanges.length} requests at once served, and the status 429 for the others`,
        actual: `${served.length} were served`,
        exchanges: [last, served.at(-1) ?? last],
        key: 'too many at once',
      });
    await judgeBroken(context, request, exchanges);
  }
  for (const exchange of served) countServed(context, counting, exchange);
  return alone ?? exchanges.find(({ response }) => response.status === 429);
}

/** Sends by itself what was answered with another status at once. @throws Violation where it is answered otherwise then */
async function sendAlone(
  context: CaseContext,
  { request, last }: Counting,
  other: Replied,
  count: number,
): Promise<Replied> {
  const alone = await context.send(request);
  // Then it is no matter of how many there are.
  if (alone.response?.status === other.response.status) return replied(alone);
  throw new Violation({
    expected: 'success, or the status 429',
    actual: `${outcomeOf(other)}, with ${count} requests at once`,
    exchanges: [last, other],
    key: 'another status at once',
  });
}

/** What oracles find in requests at once. Where the same request alone shows it, too, that is reported of the request. */
async function judgeBroken(context: CaseContext, request: Request, exchanges: readonly Replied[]): Promise<void> {
  const [broken] = exchanges.flatMap((exchange) => context.brokenBy(exchange).map((one) => ({ ...one, exchange })));
  if (broken === undefined) return;
  const { rule, breach, clause, exchange } = broken;
  const alone = context.brokenBy(await context.send(request));
  if (alone.some((other) => other.rule.id === rule.id)) return;
  throw new Violation({
    expected: breach.expected,
    actual: `${breach.actual}, with ${exchanges.length} requests at once`,
    exchanges: [exchange],
    key: `${rule.id} ${breach.key}`,
    clause,
  });
}

/** Counts a request that was served. @throws Violation where it should not have been */
function countServed(context: CaseContext, counting: Counting, exchange: Replied): void {
  const { base, last, now: before } = counting;
  const now = allowanceIn(context, exchange);
  Object.assign(counting, { served: counting.served + 1, last: exchange, now });
  if (isNewWindow(before, now) || comeBack(base, before, now)) {
    counting.base = baselineOf(exchange, now);
    counting.served = 0;
    return;
  }
  const left = before.remaining;
  if (left !== undefined && now.remaining !== undefined) {
    if (now.remaining < left - 1) counting.isShared = true;
    if (base.isOurs && isSameWindow(before, now) && now.remaining > left + flowsBack(base, now))
      throw new Violation({
        expected: `${left - 1} left, in the same window`,
        actual: `${now.remaining} left, after ${left}`,
        exchanges: [last, exchange],
        key: 'rises',
      });
  }
  if (counting.served > base.remaining + flowsBack(base, now))
    throw new Violation({
      expected: `the status 429 after ${base.remaining} more requests`,
      actual: `${counting.served} more requests served`,
      exchanges: [base.exchange, exchange],
      key: 'not enforced',
    });
}

/** Judges the first request that was not served; after a 429 at its time another one is sent. */
async function judgeRefused(context: CaseContext, counting: Counting, exchange: Replied): Promise<Verdict> {
  const { request, other, first, base, served, last, now: before } = counting;
  const violation = (expected: string, actual: string, key: string): Violation =>
    new Violation({ expected, actual, exchanges: [last, exchange], key });
  const isSpent = served >= base.remaining || before.remaining === 0;
  if (exchange.response.status !== 429) {
    if (!isSpent) throw new CannotJudge('the limit key is not served any more');
    throw violation('the status 429 over the limit', outcomeOf(exchange), 'another status');
  }
  const exhaustion = { refused: exchange, first, last, other, limit: base.limit };
  context.notes.exhaustion = exhaustion;
  const now = allowanceIn(context, exchange);
  // Of one that was sent alone an oracle tells it.
  if (isSpent && exchange.together !== undefined && isSameWindow(before, now) && (now.remaining ?? 0) > 0)
    throw violation('a 429 with 0 left', `a 429 with ${now.remaining} left`, 'more is left');
  if (isSpent) return judgeServed(context, exhaustion, await context.send(request), 'not refused again');
  const isGone = (before.remaining ?? 0) - (now.remaining ?? 0) > 1 && !context.target.exclusive;
  if (counting.isShared || isGone)
    throw new CannotJudge('others use the limit key, too: more was gone of its allowance than was sent');
  if (counting.isRepeated) throw new CannotJudge('a request was sent twice, since the server closed its connection');
  if (!isSameWindow(before, now) || isLongerThan(now, exchange))
    throw new CannotJudge('another window than the one that the headers told of before has refused');
  const expected = `${base.remaining - served} more requests served, as the replies before had told`;
  throw violation(expected, 'the status 429', 'too early');
}

/** Whether a 429 asks to wait for longer than the window lasts that it names. */
function isLongerThan({ reset }: Allowance, { response, milliseconds }: Replied): boolean {
  const retry = retryTime(response);
  return retry !== undefined && reset !== undefined && retry > reset + TOLERANCE_S + milliseconds / 1000;
}

/** A reply from which the requests are counted. */
interface Baseline {
  readonly exchange: Exchange;
  readonly remaining: number;
  readonly limit: number;
  readonly reset: number | undefined;
  /** Whether nothing had been used before: then `remaining` hides no fraction of a request. */
  readonly isFresh: boolean;
  /** Whether no other client had used it: then nothing comes back of what was sent earlier to a window that slides. */
  readonly isOurs: boolean;
}

/** @param uses how many requests this run has sent in the window, this one included */
function baselineOf(exchange: Exchange, { limit = 0, remaining = 0, reset }: Allowance, uses = 1): Baseline {
  const used = limit - remaining;
  return { exchange, remaining, limit, reset, isFresh: used === 1, isOurs: used === uses };
}

/** The window has rolled over: it ends at another time, and more is left than was. */
const isNewWindow = (before: Allowance, now: Allowance): boolean =>
  before.reset !== undefined &&
  now.reset !== undefined &&
  now.reset > before.reset + 1 &&
  (now.remaining ?? 0) > (before.remaining ?? 0);

/**
 * What a bucket that refills over the shortest window may have given back since. None where a window that we
 * alone have used still ends at the very time at which it did: the reset of a bucket moves on.
 */
function flowsBack({ exchange, limit, reset, isFresh, isOurs }: Baseline, now: Allowance): number {
  if (isOurs && reset !== undefined && now.reset === reset) return 0;
  const elapsed = (Date.now() - exchange.startedAt) / 1000;
  return Math.floor((elapsed * limit) / SHORTEST_WINDOW_S + (isFresh && now.reset === reset ? 0 : 1));
}

/** Whether requests come back that were sent before this run: in a window that slides as many at once as were sent at once. */
const comeBack = ({ isOurs }: Baseline, before: Allowance, now: Allowance): boolean =>
  !isOurs && before.remaining !== undefined && now.remaining !== undefined && now.remaining >= before.remaining;
