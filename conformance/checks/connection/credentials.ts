import { documents, type Operation } from '../../../openapi/contract';
import type { Case, CaseContext, Check } from '../../model/check';
import { clauseOf } from '../../model/clause';
import { type Credential, type Exchange, isSuccess, outcomeOf, type Request } from '../../model/exchange';
import { toRequest } from '../../model/request';
import { requiredQuery } from '../../model/required-query';
import { isStream, type Subject } from '../../model/subject';
import { fail, PASS, skip, unjudged, type Verdict } from '../../model/verdict';
import { fetchValidParts } from '../../steps/fetch-valid-parts';
import { areOverOne, CLOSED } from '../../steps/over';

/** A connection has no key: each request brings its own. */
export const connectionCredentials: Check = {
  id: 'connection.credentials',
  title: 'Each request is judged by its own key, whatever came over its connection before',
  level: 'MUST',
  applies: ({ operation }) => operation.security.length > 0 && documents(operation, 401),
  clause: (subject) => clauseOf(subject, 401, 'A missing or invalid API key yields 401.'),
  cases: (subject) => [
    refusedAfterGood('no key after a good one', 'none'),
    ...(opener(subject) === subject.operation
      ? [refusedAfterGood('a wrong key after a good one', { wrong: 'changed' }), GOOD_AFTER_NONE]
      : []),
  ],
};

/** What is asked with a good key first: nothing that changes the server, where there is such a thing. */
const opener = ({ contract, operation }: Subject): Operation =>
  contract.operations.find(
    (one) => one.method === 'GET' && one.security.length > 0 && !one.path.includes('{') && !isStream(one),
  ) ?? operation;

function refusedAfterGood(name: string, credential: Credential): Case {
  const run = async (context: CaseContext): Promise<Verdict> => {
    const connection = context.newConnection();
    const request = toRequest(context.subject.operation, { ...(await fetchValidParts(context)), credential });
    const good = await context.send({ ...(await goodRequest(context)), connection });
    const exchange = await context.send({ ...request, connection });
    if (exchange.response === undefined) return unjudged(exchange);
    if (!isSuccess(good)) return skip('a request with a good key is not served');
    if (!areOverOne(good, exchange)) return skip(CLOSED);
    if (exchange.response.status === 401) return PASS;
    const alone = await context.send({ ...request, connection: 'fresh' });
    if (alone.response?.status !== 401) return skip('over a fresh connection it is not refused either');
    return broken(good, exchange, 'the status 401, as over a fresh connection', name);
  };
  return { name, tier: 2, cost: 4, run };
}

const GOOD_AFTER_NONE: Case = {
  name: 'a good key after none',
  tier: 2,
  cost: 3,
  run: async (context) => {
    const connection = context.newConnection();
    const request = await goodRequest(context);
    const refused = await context.send({ ...request, credential: 'none', connection });
    const exchange = await context.send({ ...request, connection });
    if (exchange.response === undefined) return unjudged(exchange);
    if (!areOverOne(refused, exchange)) return skip(CLOSED);
    if (exchange.response.status !== 401) return PASS;
    const alone = await context.send({ ...request, connection: 'fresh' });
    if (!isSuccess(alone)) return skip('over a fresh connection it is refused as well');
    return broken(refused, exchange, `${outcomeOf(alone)}, as over a fresh connection`, GOOD_AFTER_NONE.name);
  },
};

async function goodRequest(context: CaseContext): Promise<Request> {
  const { subject } = context;
  const operation = opener(subject);
  if (operation === subject.operation) return toRequest(operation, await fetchValidParts(context));
  return toRequest(operation, { query: requiredQuery({ ...subject, operation, purpose: undefined }) });
}

function broken(before: Exchange, exchange: Exchange, expected: string, key: string): Verdict {
  const actual = `${outcomeOf(exchange)} to ${key}`;
  return fail({ expected, actual, exchanges: [before, exchange], key, isOfKept: true, topic: { defect: key } });
}
