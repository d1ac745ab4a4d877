import { isSuccess, outcomeOf } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { toRequest } from '../../requests/request';
import type { CaseContext, Check } from '../../steps/check';
import { fetchPath } from '../../steps/paths';
import { fail, operationClause, PASS, replied, skip, type Verdict } from '../../verdict/verdict';

/**
 * A 405 says which methods there are (RFC 9110 §15.5.6). To see one the suite sends a GET where the document has none: that is safe
 * whatever the server makes of it.
 */
export const allow: Check = {
  id: 'methods.allowed',
  title: 'A 405 says which methods there are',
  level: 'MUST',
  applies: (subject) => methodsAt(subject)[0] === subject.operation.method && !methodsAt(subject).includes('GET'),
  clause: ({ operation }) => operationClause(operation, 'A 405 has the header Allow (RFC 9110 §15.5.6).'),
  cases: () => [{ name: 'a GET where there is none', tier: 1, run: sendGet }],
};

/** The methods of the path, in the document's order. */
const methodsAt = ({ contract, operation }: Subject): readonly string[] =>
  contract.operations.filter(({ path }) => path === operation.path).map(({ method }) => method);

async function sendGet(context: CaseContext): Promise<Verdict> {
  const { operation } = context.subject;
  const asked = toRequest(operation, { path: await fetchPath(context) });
  const exchange = replied(await context.send({ ...asked, method: 'GET' }));
  const { status, headers } = exchange.response;
  if (status !== 405) return skip(`${isSuccess(exchange) ? 'it is served' : 'it is refused'}: ${outcomeOf(exchange)}`);
  const allowed = headers.get('allow');
  const wanted = methodsAt(context.subject);
  const has = (method: string): boolean => (allowed ?? '').split(',').some((one) => one.trim() === method);
  if (allowed !== undefined && wanted.every(has) && !has('GET')) return PASS;
  return fail({
    expected: `Allow: ${wanted.join(', ')}`,
    actual: allowed === undefined ? 'a 405 without Allow' : `Allow: ${allowed}`,
    exchanges: [exchange],
    key: allowed === undefined ? 'missing' : 'others',
    topic: { defect: 'Allow' },
  });
}
