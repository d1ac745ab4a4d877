import { successOf } from '../../openapi/contract';
import type { Case, Check, Exchange, Session, Subject, Verdict } from '../model';
import { allowanceOf, serverTime, TOLERANCE_S } from '../oracles/allowance';
import { toRequest } from '../request';
import { knownBody } from '../valid';
import { fail, inconclusive, isSuccess, outcomeOf, PASS, skip, unjudged } from '../verdict';
import { findTrace, markOf } from './no-trace';

/** The limits are tried by one case, since the allowance is spent but once; each check tells its own part of it. */
const applies = ({ part, contract }: Subject): boolean => part?.role === 'list' && contract.plans.length > 0;
const clause = ({ operation }: Subject, sentence: string) => ({
  sentence,
  pointer: operation.replies.find(({ status }) => status === 429)?.pointer ?? '/x-plans',
});

/** What using up the allowance has shown; kept for the checks that come after. */
interface Exhaustion {
  readonly refused: Exchange;
}

const exhaustions = new WeakMap<Session['known'], Exhaustion>();

/** Exactly the allowance is served, then 429. */
export const limitsEnforced: Check = {
  id: 'limits.enforced',
  title: 'Exactly the allowance is served, then 429',
  level: 'MUST',
  applies,
  clause: (subject) => clause(subject, 'A request over the limit receives 429; one within it does not.'),
  cases: (_, { limits }) => (limits === undefined ? [] : [aCase('the allowance of the limit key', limits.most, useUp)]),
};

async function useUp(session: Session): Promise<Verdict> {
  const { subject, contract, options } = session;
  const most = options.limits?.most ?? 0;
  const names = contract.allowanceHeaders;
  const request = toRequest(subject.operation, { query: smallest(subject), credential: 'limit' });
  const first = await session.send(request);
  if (first.response === undefined) return unjudged(first);
  const { remaining } = allowanceOf(first.response, names);
  if (first.response.status === 429) return inconclusive('the allowance of the limit key is used up already');
  if (!isSuccess(first) || remaining === undefined)
    return inconclusive('the limit key is not served, or nothing tells what is left');
  if (remaining + 2 > most)
    return inconclusive(`${remaining} requests are left of the allowance, and ${most} may be spent on it`);
  const windowSeconds = 60;
  let left = remaining;
  let served = 0;
  let last = first;
  const started = Date.now();
  while (served < most - 1) {
    const exchange = await session.send(request);
    if (exchange.response === undefined) return unjudged(exchange);
    const allowance = allowanceOf(exchange.response, names);
    if (exchange.response.status === 429) {
      exhaustions.set(session.known, { refused: exchange });
      if (left <= 0) return PASS;
      const expected = `${left} more requests served, as the reply before had told`;
      return fail({ expected, actual: `the status 429`, exchanges: [last, exchange], key: 'too early' });
    }
    if (!isSuccess(exchange)) {
      const observation = {
        expected: 'the status 429 over the limit',
        actual: outcomeOf(exchange),
        exchanges: [last, exchange],
        key: 'another status',
      };
      return left <= 0 ? fail(observation) : inconclusive('the limit key is not served any more');
    }
    served += 1;
    left -= 1;
    // The window has rolled over, or what was spent flows back: what the reply tells now is what counts.
    if (allowance.remaining !== undefined && allowance.remaining > left) {
      const elapsed = (Date.now() - started) / 1000;
      const flowsBack = Math.ceil((elapsed * (allowance.limit ?? 0)) / windowSeconds) + 1;
      const isNewWindow =
        allowance.reset !== undefined && allowance.reset !== allowanceOf(last.response ?? first.response, names).reset;
      if (isNewWindow || allowance.remaining - left <= flowsBack) left = allowance.remaining;
    }
    last = exchange;
    if (left < -slackOf(started, allowance.limit ?? 0, windowSeconds)) {
      const expected = `the status 429 after ${remaining} more requests`;
      return fail({
        expected,
        actual: `${served} more requests served`,
        exchanges: [first, exchange],
        key: 'not enforced',
      });
    }
  }
  return inconclusive(`${served} requests were served, and no more may be spent`);
}

/** What a bucket may have given back meanwhile. */
const slackOf = (started: number, limit: number, windowSeconds: number): number =>
  Math.ceil((((Date.now() - started) / 1000) * limit) / windowSeconds);

/** The smallest page, since nobody reads it. */
function smallest({ part }: Subject): Readonly<Record<string, unknown>> {
  const { pageSize } = part?.resource ?? {};
  return pageSize?.schema.minimum === undefined ? {} : { [pageSize.name]: pageSize.schema.minimum };
}

/** The time that Retry-After names is the time that the reset header names. */
export const limitsRetryAfterAgrees: Check = {
  id: 'limits.retry-after-agrees',
  title: 'Retry-After agrees with the reset header',
  level: 'MUST',
  applies,
  clause: (subject) =>
    clause(
      subject,
      'Retry-After gives the time after which to try again; the reset header, the time at which the limit resets.',
    ),
  cases: (_, { limits }) =>
    limits === undefined
      ? []
      : [aCase('the first 429', 0, async (session) => afterExhaustion(session, judgeAgreement))],
};

function judgeAgreement({ contract }: Session, { refused }: Exhaustion): Verdict {
  const { response } = refused;
  if (response === undefined) return unjudged(refused);
  const text = response.headers.get('retry-after') ?? '';
  const { reset } = allowanceOf(response, contract.allowanceHeaders);
  const now = serverTime(response);
  const date = Date.parse(text) / 1000;
  if (reset === undefined || text === '') return skip('there is no Retry-After, or no reset to hold it against');
  if (/^\d+$/.test(text) ? now === undefined : Number.isNaN(date))
    return skip('without a Date of the server they can not be compared');
  const retryAt = /^\d+$/.test(text) ? (now ?? 0) + Number(text) : date;
  const slack = TOLERANCE_S + refused.milliseconds / 1000;
  if (Math.abs(retryAt - reset) <= slack) return PASS;
  const expected = `Retry-After until the reset, ${Math.round(reset - (now ?? reset))} s away`;
  return fail({ expected, actual: `Retry-After: ${text}`, exchanges: [refused], key: 'disagree' });
}

/** A create over the limit is refused and leaves no trace. */
export const limitsRefusalChangesNothing: Check = {
  id: 'limits.refusal-changes-nothing',
  title: 'A create over the limit leaves no trace',
  level: 'MUST',
  applies: (subject) => applies(subject) && subject.part?.resource.operations.create !== undefined,
  clause: (subject) => clause(subject, 'A request over the limit receives 429, and does nothing.'),
  cases: (_, { limits }) =>
    limits === undefined
      ? []
      : [aCase('a create with the limit key', 6, async (session) => afterExhaustion(session, judgeRefusedCreate))],
};

async function judgeRefusedCreate(session: Session): Promise<Verdict> {
  const operation = session.subject.part?.resource.operations.create;
  if (operation === undefined) return PASS;
  const subject = { ...session.subject, operation };
  const mark = markOf(subject);
  if (mark === undefined) return skip('no field can tell the record from others');
  const text = `Over the limit ${session.options.seed.toString(36)}`;
  const { body } = knownBody(session, subject);
  const exchange = await session.send(toRequest(operation, { body: { ...body, [mark]: text }, credential: 'limit' }));
  if (exchange.response === undefined) return unjudged(exchange);
  // What flows back may have let it in.
  if (exchange.response.status !== 429) return inconclusive('the create was not refused with 429');
  return findTrace(session, [exchange], (record) => record[mark] === text);
}

/** The allowance of one key is not that of another. */
export const limitsOthersUnaffected: Check = {
  id: 'limits.others-unaffected',
  title: 'Another key is not affected',
  level: 'MUST',
  applies,
  clause: (subject) => clause(subject, 'The allowance is that of a key.'),
  cases: (_, { limits }) =>
    limits === undefined ? [] : [aCase('the main key', 1, async (session) => afterExhaustion(session, judgeOther))],
};

async function judgeOther(session: Session, { refused }: Exhaustion): Promise<Verdict> {
  const { operation } = session.subject;
  const exchange = await session.send(toRequest(operation, { query: smallest(session.subject), credential: 'main' }));
  if (exchange.response === undefined) return unjudged(exchange);
  if (exchange.response.status !== 429) return PASS;
  return fail({
    expected: `the status ${successOf(operation)?.status}`,
    actual: 'the status 429',
    exchanges: [refused, exchange],
    key: 'other key',
  });
}

/** After the time that was told, the key is served again. */
export const limitsServiceResumes: Check = {
  id: 'limits.service-resumes',
  title: 'After the window the key is served again',
  level: 'MUST',
  applies,
  clause: (subject) => clause(subject, 'The limit resets at the time that the reset header tells.'),
  cases: (_, { limits }) =>
    limits?.waitForReset === true
      ? [aCase('the limit key, after the wait', 1, async (session) => afterExhaustion(session, judgeResumed))]
      : [],
};

async function judgeResumed(session: Session, { refused }: Exhaustion): Promise<Verdict> {
  const { response } = refused;
  if (response === undefined) return unjudged(refused);
  const { reset } = allowanceOf(response, session.contract.allowanceHeaders);
  const text = response.headers.get('retry-after') ?? '';
  const now = serverTime(response) ?? refused.startedAt / 1000;
  const told = /^\d+$/.test(text)
    ? Number(text)
    : Number.isNaN(Date.parse(text))
      ? (reset ?? now) - now
      : Date.parse(text) / 1000 - now;
  await session.wait(refused.startedAt + (told + 1) * 1000 - Date.now());
  const exchange = await session.send(
    toRequest(session.subject.operation, { query: smallest(session.subject), credential: 'limit' }),
  );
  if (exchange.response === undefined) return unjudged(exchange);
  if (exchange.response.status !== 429) return PASS;
  return fail({
    expected: `service ${told} s after the 429`,
    actual: 'the status 429',
    exchanges: [refused, exchange],
    key: 'still refused',
  });
}

function afterExhaustion(
  session: Session,
  judge: (session: Session, exhaustion: Exhaustion) => Verdict | Promise<Verdict>,
): Verdict | Promise<Verdict> {
  const exhaustion = exhaustions.get(session.known);
  return exhaustion === undefined
    ? inconclusive('the allowance of the limit key was not used up')
    : judge(session, exhaustion);
}

const aCase = (name: string, cost: number, run: Case['run']): Case => ({ name, tier: 2, cost, run });
