import { type Contract, documents, type Operation, stringifyJson } from '../../../openapi/contract';
import { type Exchange, isSuccess, outcomeOf, type Request } from '../../exchange/exchange';
import { bodyOf, isStream, type Subject, subjectsOf } from '../../exchange/subject';
import { requiredQuery } from '../../requests/given';
import { toRequest } from '../../requests/request';
import { knownBody } from '../../requests/valid';
import { allowanceOf } from '../../rules/oracles/allowance';
import type { Case, CaseContext, Check } from '../../steps/check';
import { fetchValidParts } from '../../steps/paths';
import { clauseOf, fail, operationClause, PASS, skip, unjudged, type Verdict } from '../../verdict/verdict';

/** A connection has no key: each request brings its own. */
export const connectionCredentials: Check = {
  id: 'connection.credentials',
  title: 'Each request is judged by its own key, whatever came over its connection before',
  level: 'MUST',
  applies: ({ operation }) => operation.security.length > 0 && documents(operation, 401),
  clause: (subject) => clauseOf(subject, 401, 'A missing or invalid API key yields 401.'),
  // Requests without a key may have a small allowance of their own: so there are few of them.
  cases: (subject, { limits }) => {
    if (opener(subject) !== subject.operation) return isWrite(subject) ? [NONE_AFTER_GOOD] : [];
    return [GOOD_AFTER_NONE, ...(limits === undefined ? [] : [ANOTHER_AFTER_GOOD])];
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

const NONE_AFTER_GOOD: Case = {
  name: 'no key after a good one',
  tier: 2,
  run: async (context) => {
    const parts = await fetchValidParts(context);
    const connection = context.newConnection();
    const good = await context.send({ ...(await goodRequest(context)), connection });
    return judgeRefused(context, good, {
      ...toRequest(context.subject.operation, parts),
      credential: 'none',
      connection,
    });
  },
};

const GOOD_AFTER_NONE: Case = {
  name: 'a good key after none, and a wrong one after that',
  tier: 2,
  run: async (context) => {
    const connection = context.newConnection();
    const request = { ...(await goodRequest(context)), connection };
    const refused = await context.send({ ...request, credential: 'none' });
    const good = await context.send(request);
    const verdict = await judgeServed(context, refused, good);
    if (verdict.outcome === 'fail') return verdict;
    return [verdict, await judgeRefused(context, good, { ...request, credential: { wrong: 'changed' } })];
  },
};

/** By its allowance a reply tells whose request it answers. */
const ANOTHER_AFTER_GOOD: Case = {
  name: 'another good key after a good one',
  tier: 2,
  run: async (context) => {
    const connection = context.newConnection();
    const request = await goodRequest(context);
    const limitOf = ({ response }: Exchange): number | undefined =>
      response && allowanceOf(response, context.contract.allowanceHeaders).limit;
    const main = await context.send({ ...request, connection });
    for (const isSecond of [false, true]) {
      const alone = await context.send({ ...request, credential: 'limit', connection: 'fresh' });
      const after = await context.send({ ...request, credential: 'limit', connection });
      const [own, shown] = [limitOf(alone), limitOf(after)];
      if (own === undefined || own === limitOf(main)) return skip('the keys can not be told apart by their allowances');
      if (!areOverOne(main, after)) return skip(CLOSED);
      if (shown === own) return PASS;
      if (shown !== limitOf(main)) return skip('the allowance is that of neither key');
      // A server may tell of several windows of one key: it is the connection where it comes each time.
      if (isSecond)
        return broken(
          main,
          after,
          `the limit ${own}, as over a fresh connection`,
          ANOTHER_AFTER_GOOD.name,
          `the limit ${shown}`,
        );
    }
    return PASS;
  },
};

async function judgeServed(context: CaseContext, refused: Exchange, exchange: Exchange): Promise<Verdict> {
  if (exchange.response === undefined) return unjudged(exchange);
  if (!areOverOne(refused, exchange)) return skip(CLOSED);
  if (exchange.response.status !== 401) return PASS;
  const alone = await context.send({ ...exchange.request, connection: 'fresh' });
  if (!isSuccess(alone)) return skip('over a fresh connection it is refused as well');
  return broken(refused, exchange, `${outcomeOf(alone)}, as over a fresh connection`, 'a good key after none');
}

/** Sends a request that has to be refused, over a connection that has carried one with a good key. */
async function judgeRefused(context: CaseContext, good: Exchange, request: Request): Promise<Verdict> {
  const exchange = await context.send(request);
  if (exchange.response === undefined) return unjudged(exchange);
  if (!isSuccess(good)) return skip('a request with a good key is not served');
  if (!areOverOne(good, exchange)) return skip(CLOSED);
  if (exchange.response.status === 401) return PASS;
  const alone = await context.send({ ...request, connection: 'fresh' });
  if (alone.response?.status !== 401) return skip('over a fresh connection it is not refused either');
  const what = `${request.credential === 'none' ? 'no' : 'a wrong'} key after a good one`;
  return broken(good, exchange, 'the status 401, as over a fresh connection', what);
}

async function goodRequest(context: CaseContext): Promise<Request> {
  const { subject } = context;
  const operation = opener(subject);
  if (operation === subject.operation) return toRequest(operation, await fetchValidParts(context));
  return toRequest(operation, { query: requiredQuery({ ...subject, operation, purpose: undefined }) });
}

function broken(
  before: Exchange,
  exchange: Exchange,
  expected: string,
  key: string,
  shown = outcomeOf(exchange),
): Verdict {
  const actual = `${shown} to ${key}`;
  return fail({ expected, actual, exchanges: [before, exchange], key, isOfKept: true, topic: { defect: key } });
}

/** Where one message ends, the next one begins (RFC 9112 §6.3, §9.3). */
export const connectionNext: Check = {
  id: 'connection.next',
  title: 'What went over a connection before does not change what comes next',
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
  return { name, tier: 2, run: (context) => judge(context, name, first(context)) };
}

async function judge(context: CaseContext, name: string, first: Request): Promise<Verdict> {
  const connection = context.newConnection();
  const request = plainRequest(context.subject);
  const before = await context.send({ ...first, connection });
  if (before.response === undefined) return skip('no reply came to what should go before');
  const exchange = await context.send({ ...request, connection });
  if (!areOverOne(before, exchange)) return skip(CLOSED);
  if (isSuccess(exchange)) return PASS;
  const alone = await context.send({ ...request, connection: 'fresh' });
  if (!isSuccess(alone)) return skip('over a fresh connection it is not served either');
  return fail({
    expected: `${outcomeOf(alone)}, as over a fresh connection`,
    actual: `${outcomeOf(exchange)} ${name}`,
    exchanges: [before, exchange],
    key: name,
    isOfKept: true,
  });
}

/** Whether two exchanges went over the same connection: the server may have closed it in between. */
export const areOverOne = (one: Exchange, other: Exchange): boolean =>
  one.connection !== undefined && one.connection.number === other.connection?.number;

export const CLOSED = 'the server closes its connections';
