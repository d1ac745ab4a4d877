import { type Contract, type Operation, stringifyJson } from '../../../openapi/contract';
import { isSuccess, outcomeOf, type Request } from '../../exchange/exchange';
import { bodyOf, isStream, type Subject, subjectsOf } from '../../exchange/subject';
import { requiredQuery } from '../../requests/given';
import { toRequest } from '../../requests/request';
import { knownBody } from '../../requests/valid';
import type { Case, CaseContext, Check } from '../../steps/check';
import { fail, operationClause, PASS, skip, type Verdict } from '../../verdict/verdict';
import { areOverOne, CLOSED } from './over';

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
