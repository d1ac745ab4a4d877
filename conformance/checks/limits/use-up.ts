import { type Exchange, isSuccess, outcomeOf, type Request } from '../../exchange/exchange';
import { toRequest } from '../../requests/request';
import { type Allowance, allowanceOf, isSameWindow, retryTime, TOLERANCE_S } from '../../rules/oracles/allowance';
import type { CaseContext } from '../../steps/check';
import { type BrokenRule, fail, inconclusive, unjudged, type Verdict } from '../../verdict/verdict';
import { type Baseline, baselineOf, comeBack, flowsBack, isNewWindow } from './baseline';
import { judgeServed, smallest } from './exhaustion';

/** What is known of the allowance while it is used up. */
interface Counting {
  readonly other: Exchange;
  readonly first: Exchange;
  base: Baseline;
  /** Requests that were served since the base, without that one. */
  served: number;
  last: Exchange;
  /** What the last reply said. */
  now: Allowance;
  /** A reply by which more was gone than this run has sent: others use the key, too. */
  foreign: Exchange | undefined;
  /** Whether a request was sent twice, since its connection was closed: it may have been charged for both. */
  isRepeated: boolean;
}

/** Sends the same request until it is refused, and two more. */
export async function useUp(context: CaseContext): Promise<Verdict> {
  const { subject, contract, options } = context;
  const request = toRequest(subject.operation, { query: smallest(subject), credential: 'limit' });
  const other = await context.send({ ...request, credential: 'main' });
  const first = await context.send(request);
  if (first.response === undefined) return unjudged(first);
  const begun = allowanceOf(first.response, contract.allowanceHeaders);
  if (first.response.status === 429)
    return inconclusive(
      'the allowance of the limit key was used up before it was counted: by an earlier run, or others',
    );
  if (!isSuccess(first) || begun.remaining === undefined)
    return inconclusive('the limit key is not served, or no header says what is left');
  // As many as are left, then two that are refused.
  // The first one is sent.
  const most = context.left() + 1;
  if (begun.remaining + 4 > most)
    return inconclusive(`${begun.remaining} requests are left of the allowance, and ${most} may be spent on it`);
  const counting: Counting = {
    other,
    first,
    base: baselineOf(first, begun, context.notes.limitKeyUses),
    served: 0,
    last: first,
    now: begun,
    foreign: undefined,
    isRepeated: first.isRepeated === true,
  };
  let areSentAtOnce = false;
  const enough = enoughOf(begun, options.parallel);
  const end = Math.min(most - 2, enough);
  for (let sent = 1; sent < end; sent += 1) {
    if (!areSentAtOnce && counting.now.remaining === leftAtOnce(context) && sent + options.parallel < end) {
      areSentAtOnce = true;
      sent += options.parallel;
      const verdict = await useUpAtOnce(context, counting, request);
      if (verdict !== undefined) return verdict;
    }
    const exchange = await context.send(request);
    if (exchange.isRepeated === true) counting.isRepeated = true;
    const verdict = isSuccess(exchange)
      ? judgeNext(context, counting, exchange)
      : await judgeRefused(context, counting, request, exchange);
    if (verdict !== undefined) return verdict;
  }
  return inconclusive(
    end < enough
      ? `${counting.served} requests were served, and no more may be spent`
      : `${end} requests were served and none refused, though the headers name ${begun.limit ?? begun.remaining}: by them a new window began again and again`,
  );
}

/** Spare requests, for limits of a few requests in a short window. */
const SPARE = 20;

/** So many requests use up an allowance, even where a new window begins meanwhile. */
const enoughOf = ({ limit = 0, remaining = 0 }: Allowance, parallel: number): number =>
  2 * Math.max(limit, remaining) + parallel + SPARE;

/** Sends the last ones and more at once; undefined where none of them was refused. */
async function useUpAtOnce(context: CaseContext, counting: Counting, request: Request): Promise<Verdict | undefined> {
  const { base, last, now } = counting;
  const came = await sendAtOnce(context, request, { exchange: last, now }, base);
  if (!('served' in came)) return came;
  for (const exchange of came.served) {
    const verdict = judgeNext(context, counting, exchange);
    if (verdict !== undefined) return verdict;
  }
  return came.refused && judgeRefused(context, counting, request, came.refused);
}

/** Counts a request that was served; the verdict where it should not have been. */
function judgeNext({ contract }: CaseContext, counting: Counting, exchange: Exchange): Verdict | undefined {
  const { base, last, now: before } = counting;
  const now = exchange.response === undefined ? before : allowanceOf(exchange.response, contract.allowanceHeaders);
  counting.served += 1;
  counting.last = exchange;
  counting.now = now;
  if (isNewWindow(before, now) || comeBack(base, before, now)) {
    counting.base = baselineOf(exchange, now);
    counting.served = 0;
    return undefined;
  }
  if (before.remaining !== undefined && now.remaining !== undefined) {
    const left = before.remaining;
    if (now.remaining < left - 1) counting.foreign ??= exchange;
    if (base.isOurs && isSameWindow(before, now) && now.remaining > left + flowsBack(base, now))
      return fail({
        expected: `${left - 1} left, in the same window`,
        actual: `${now.remaining} left, after ${left}`,
        exchanges: [last, exchange],
        key: 'rises',
      });
  }
  if (counting.served <= base.remaining + flowsBack(base, now)) return undefined;
  return fail({
    expected: `the status 429 after ${base.remaining} more requests`,
    actual: `${counting.served} more requests served`,
    exchanges: [base.exchange, exchange],
    key: 'not enforced',
  });
}

async function judgeRefused(
  context: CaseContext,
  counting: Counting,
  request: Request,
  exchange: Exchange,
): Promise<Verdict> {
  const { other, first, base, served, last, now: before } = counting;
  const { response } = exchange;
  if (response === undefined) return unjudged(exchange);
  const isSpent = served >= base.remaining || before.remaining === 0;
  if (response.status !== 429) {
    if (!isSpent) return inconclusive('the limit key is not served any more');
    const expected = 'the status 429 over the limit';
    return fail({ expected, actual: outcomeOf(exchange), exchanges: [last, exchange], key: 'another status' });
  }
  context.notes.exhaustion = { refused: exchange, first, last, other, limit: base.limit };
  const now = allowanceOf(response, context.contract.allowanceHeaders);
  // Of one that was sent alone an oracle tells it.
  if (isSpent && exchange.together !== undefined && isSameWindow(before, now) && (now.remaining ?? 0) > 0)
    return fail({
      expected: 'a 429 with 0 left',
      actual: `a 429 with ${now.remaining} left`,
      exchanges: [last, exchange],
      key: 'more is left',
    });
  if (isSpent) return judgeServed(context, context.notes.exhaustion, await context.send(request), 'not refused again');
  const isGone = (before.remaining ?? 0) - (now.remaining ?? 0) > 1 && !context.target.exclusive;
  if (counting.foreign !== undefined || isGone)
    return inconclusive('others use the limit key, too: more was gone of its allowance than was sent');
  if (counting.isRepeated) return inconclusive('a request was sent twice, since the server closed its connection');
  if (!isSameWindow(before, now) || isLongerThan(now, exchange))
    return inconclusive('another window than the one that the headers told of before has refused');
  const expected = `${base.remaining - served} more requests served, as the replies before had told`;
  return fail({ expected, actual: 'the status 429', exchanges: [last, exchange], key: 'too early' });
}

/** Whether a 429 asks to wait for longer than the window lasts that it names. */
function isLongerThan({ reset }: Allowance, { response, milliseconds }: Exchange): boolean {
  const retry = response === undefined ? undefined : retryTime(response);
  return retry !== undefined && reset !== undefined && retry > reset + TOLERANCE_S + milliseconds / 1000;
}

/** What came of requests at once at the end of an allowance. */
interface AtOnce {
  /** The most is left after the first of them. */
  readonly served: readonly Exchange[];
  /** The first that was refused for the limit. */
  readonly refused: Exchange | undefined;
}

/** So many requests are to be left when more than those are sent at once; undefined where none are. */
export const leftAtOnce = ({ options: { parallel } }: Pick<CaseContext, 'options'>): number | undefined =>
  parallel < 2 ? undefined : Math.floor(parallel / 2);

/**
 * Sends more requests at once than are left: no more than those are served, and the others are refused as a single one would
 * be. Whether fewer were served is left to the caller: others may use the key.
 *
 * @param last the request before them, and what its reply said
 * @param base from which the requests are counted
 */
export async function sendAtOnce(
  context: CaseContext,
  request: Request,
  last: { readonly exchange: Exchange; readonly now: Allowance },
  base: Baseline,
): Promise<AtOnce | Verdict> {
  const names = context.contract.allowanceHeaders;
  const left = last.now.remaining ?? 0;
  const exchanges = await context.sendTogether(Array.from({ length: context.options.parallel }, () => request));
  const lost = exchanges.find(({ response }) => response === undefined);
  if (lost !== undefined) {
    const alone = await context.send(request);
    return unjudged(alone.response === undefined ? alone : lost);
  }
  const restOf = ({ response }: Exchange): number => (response && allowanceOf(response, names).remaining) ?? 0;
  const served = exchanges.filter(isSuccess).sort((a, b) => restOf(b) - restOf(a));
  const refused = exchanges.filter(({ response }) => response?.status === 429);
  const other = exchanges.find((one) => !served.includes(one) && !refused.includes(one));
  const many = `with ${exchanges.length} requests at once`;
  if (other !== undefined) {
    const alone = await context.send(request);
    // Then it is no matter of how many there are.
    if (alone.response?.status === other.response?.status) return { served, refused: alone };
    return fail({
      expected: 'success, or the status 429',
      actual: `${outcomeOf(other)}, ${many}`,
      exchanges: [last.exchange, other],
      key: 'another status at once',
    });
  }
  const told = exchanges.flatMap(({ response }) => (response === undefined ? [] : [allowanceOf(response, names)]));
  const isOneWindow = told.every((now) => isSameWindow(last.now, now) && !comeBack(base, last.now, now));
  if (isOneWindow && served.length > left + flowsBack(base, last.now))
    return fail({
      expected: `${left} of ${exchanges.length} requests at once served, and the status 429 for the others`,
      actual: `${served.length} were served`,
      exchanges: [last.exchange, served.at(-1) ?? last.exchange],
      key: 'too many at once',
    });
  const broken = exchanges.flatMap((exchange) => context.brokenBy(exchange).map((one) => ({ ...one, exchange })))[0];
  if (broken !== undefined && !(await isBrokenAlone(context, request, broken)))
    return fail({
      expected: broken.breach.expected,
      actual: `${broken.breach.actual}, ${many}`,
      exchanges: [broken.exchange],
      key: `${broken.rule.id} ${broken.breach.key}`,
      clause: broken.clause,
    });
  return { served, refused: refused[0] };
}

/** Whether the same request alone breaks the same rule: then that is reported of the request. */
async function isBrokenAlone(context: CaseContext, request: Request, { rule }: BrokenRule): Promise<boolean> {
  const alone = await context.send(request);
  return context.brokenBy(alone).some((other) => other.rule.id === rule.id);
}
