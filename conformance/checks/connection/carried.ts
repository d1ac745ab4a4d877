import { type Contract, documents, type Operation, stringifyJson } from '../../../openapi/contract';
import { type Exchange, isSuccess, outcomeOf, type Request } from '../../exchange/exchange';
import { isForItsReasons } from '../../exchange/refusals';
import { bodyOf, isStream, type Subject, subjectsOf } from '../../exchange/subject';
import { requiredQuery } from '../../requests/bodies/given';
import { knownBody } from '../../requests/bodies/valid';
import { toRequest } from '../../requests/request';
import { allowanceOf } from '../../rules/oracles/allowance';
import { type Case, type CaseContext, type Check, casesOf } from '../../steps/check';
import { fetchValidParts } from '../../steps/paths/paths';
import {
  clauseOf,
  fail,
  type Observation,
  operationClause,
  PASS,
  replied,
  skip,
  unjudged,
  type Verdict,
} from '../../verdict/verdict';

/** A connection has no key: each request brings its own. */
export const connectionCredentials: Check = {
  id: 'connection.credentials',
  title: 'Each request is served by its own key, whatever key its connection had before',
  level: 'MUST',
  applies: ({ operation }) => operation.security.length > 0 && documents(operation, 401),
  clause: (subject) => clauseOf(subject, 401, 'A missing or invalid API key yields 401.'),
  // Requests without a key may have a small allowance of their own: so there are few of them.
  cases: (subject, { limits }) => {
    if (opener(subject) !== subject.operation)
      return isWrite(subject) ? casesOf({ 'no key after a good one': judgeNoneAfterGood }) : [];
    return casesOf({
      'a good key after none, and a wrong one after that': judgeGoodAfterNone,
      ...(limits === undefined ? {} : { [ANOTHER]: judgeAnotherAfterGood }),
    });
  },
};

/** The first operation that changes the server: others are likely to be like it. */
const isWrite = ({ contract, operation }: Subject): boolean =>
  contract.operations.find(({ method, security }) => method !== 'GET' && security.length > 0) === operation;

/** What is asked with a good key first: nothing that changes the server, where there is such a thing. */
const opener = ({ contract, operation }: Subject): Operation =>
  contract.operations.find(
    (one) => one.method === 'GET' && one.security.length > 0 && !one.path.includes('{') && !isStream(one),
  ) ?? operation;

async function judgeNoneAfterGood(context: CaseContext): Promise<Verdict> {
  const request = toRequest(context.subject.operation, await fetchValidParts(context));
  const connection = context.newConnection();
  const good = await context.send({ ...(await goodRequest(context)), connection });
  return judgeRefused(context, good, { ...request, credential: 'none', connection });
}

async function* judgeGoodAfterNone(context: CaseContext): AsyncGenerator<Verdict> {
  const connection = context.newConnection();
  const request = { ...(await goodRequest(context)), connection };
  const refused = await context.send({ ...request, credential: 'none' });
  const good = await context.send(request);
  if (good.response === undefined) yield unjudged(good);
  else {
    const verdict = await judgeAfter(context, refused, good, {
      ...ofKey('a good key after none'),
      isGood: ({ response }) => response?.status !== 401,
      isGoodAlone: isSuccess,
      otherwise: 'over a fresh connection it is refused as well',
    });
    yield verdict;
    if (verdict.outcome === 'fail') return;
  }
  yield await judgeRefused(context, good, { ...request, credential: { wrong: 'changed' } });
}

const ANOTHER = 'another good key after a good one';

/** By its allowance a reply tells whose request it answers. */
async function judgeAnotherAfterGood(context: CaseContext): Promise<Verdict> {
  const connection = context.newConnection();
  const request = await goodRequest(context);
  const limitOf = ({ response }: Exchange): number | undefined =>
    response && allowanceOf(response, context.contract.allowanceHeaders).limit;
  const main = await context.send({ ...request, connection });
  // A server may tell of several windows of one key: it is the connection where it comes each time.
  for (const isSecond of [false, true]) {
    const alone = await context.send({ ...request, credential: 'limit', connection: 'fresh' });
    const after = await context.send({ ...request, credential: 'limit', connection });
    const [own, shown] = [limitOf(alone), limitOf(after)];
    if (own === undefined || own === limitOf(main)) return skip('the keys can not be told apart by their allowances');
    if (!areOverOne(main, after)) return skip(CLOSED);
    if (shown === own) return PASS;
    if (shown !== limitOf(main)) return skip('the allowance is that of neither key');
    if (isSecond) return broken(main, after, `the limit ${own}`, `the limit ${shown}`, ofKey(ANOTHER));
  }
  return PASS;
}

/** Sends a request that has to be refused, over a connection that has carried one with a good key. */
async function judgeRefused(context: CaseContext, good: Exchange, request: Request): Promise<Verdict> {
  const exchange = replied(await context.send(request));
  if (!isSuccess(good)) return skip('a request with a good key is not served');
  return judgeAfter(context, good, exchange, {
    ...ofKey(`${request.credential === 'none' ? 'no' : 'a wrong'} key after a good one`),
    isGood: ({ response }) => response?.status === 401,
    otherwise: 'over a fresh connection it is not refused either',
  });
}

/** How a finding about keys is called. */
const ofKey = (key: string) => ({ key, after: `to ${key}`, topic: { defect: key } });

async function goodRequest(context: CaseContext): Promise<Request> {
  const { subject } = context;
  const operation = opener(subject);
  if (operation === subject.operation) return toRequest(operation, await fetchValidParts(context));
  return toRequest(operation, { query: requiredQuery({ ...subject, operation, purpose: undefined }) });
}

/** Where one message ends, the next one begins (RFC 9112 §6.3, §9.3). */
export const connectionNext: Check = {
  id: 'connection.next',
  title: 'Earlier requests on a connection do not change later replies',
  level: 'MUST',
  applies: ({ contract, operation }) => askable(contract) === operation,
  clause: ({ operation }) =>
    operationClause(operation, 'The operation answers with one of its responses, whatever its connection has carried.'),
  cases: ({ contract }) => [
    ...(refusable(contract) === undefined ? [] : [AFTER_REFUSED]),
    aCase('after a HEAD', ({ subject }) => ({ ...plainRequest(subject), method: 'HEAD' })),
  ],
};

/** What can be asked at any time: a list, or what else needs nothing. */
const askable = ({ operations }: Contract): Operation | undefined =>
  operations.find((one) => one.method === 'GET' && !one.path.includes('{') && !isStream(one));

/** What takes a body, needs no record to be there, and can be refused by its credential. */
const refusable = (contract: Contract): Subject | undefined =>
  subjectsOf(contract).find(
    ({ operation: { path, security }, operation }) =>
      bodyOf(operation) !== undefined && !path.includes('{') && security.length > 0,
  );

/** More than a server reads at once, and less than it would close the connection over. */
const BLANKS = ' '.repeat(20_000);

/** A server that refuses a body unread has to skip it. */
const AFTER_REFUSED = aCase('after a refused body', (context) => {
  const subject = refusable(context.contract) ?? context.subject;
  const { body } = knownBody(context, subject);
  return toRequest(subject.operation, { rawBody: `${BLANKS}${stringifyJson(body)}`, credential: 'none' });
});

const plainRequest = (subject: Subject): Request => toRequest(subject.operation, { query: requiredQuery(subject) });

function aCase(name: string, first: (context: CaseContext) => Request): Case {
  return { name, tier: 2, run: (context) => judgeNext(context, name, first(context)) };
}

async function judgeNext(context: CaseContext, name: string, first: Request): Promise<Verdict> {
  const connection = context.newConnection();
  const before = await context.send({ ...first, connection });
  if (before.response === undefined) return skip('no reply came to what should go before');
  const exchange = await context.send({ ...plainRequest(context.subject), connection });
  return judgeAfter(context, before, exchange, {
    key: name,
    after: name,
    isGood: isSuccess,
    otherwise: 'over a fresh connection it is not served either',
  });
}

/** What has to come after what a connection has carried. */
interface After extends Pick<Observation, 'key' | 'topic'> {
  readonly after: string;
  readonly isGood: (exchange: Exchange) => boolean;
  /** The same of the request over a fresh connection, where that is less. */
  readonly isGoodAlone?: (exchange: Exchange) => boolean;
  /** Why it is not judged where that is not good either. */
  readonly otherwise: string;
}

/** Judges what came over a connection that has carried another request before: what is wrong is not so over a fresh one. */
async function judgeAfter(context: CaseContext, before: Exchange, exchange: Exchange, after: After): Promise<Verdict> {
  const { isGood, isGoodAlone = isGood } = after;
  if (!areOverOne(before, exchange)) return skip(CLOSED);
  if (isGood(exchange)) return PASS;
  if (exchange.response?.status === 503 && isForItsReasons(exchange)) return unjudged(exchange);
  const alone = await context.send({ ...exchange.request, connection: 'fresh' });
  if (!isGoodAlone(alone)) return skip(after.otherwise);
  return broken(before, exchange, outcomeOf(alone), outcomeOf(exchange), after);
}

const broken = (
  before: Exchange,
  exchange: Exchange,
  alone: string,
  shown: string,
  { key, after, topic }: Pick<After, 'key' | 'after' | 'topic'>,
): Verdict =>
  fail({
    expected: `${alone}, as over a fresh connection`,
    actual: `${shown} ${after}`,
    exchanges: [before, exchange],
    key,
    isOfKept: true,
    ...(topic === undefined ? {} : { topic }),
  });

/** Whether two exchanges went over the same connection: the server may have closed it in between. */
const areOverOne = (one: Exchange, other: Exchange): boolean =>
  one.connection !== undefined && one.connection.number === other.connection?.number;

const CLOSED = 'the server closes its connections';
