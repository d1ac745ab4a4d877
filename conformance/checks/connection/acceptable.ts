import { documents, essence, replyFor, sentencesAround, successOf } from '../../../openapi/contract';
import { isSuccess, outcomeOf } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import type { CaseContext, Check } from '../../steps/check';
import { fetchValidParts, sendParts } from '../../steps/paths/paths';
import { answered, clauseOf, fail, PASS, type Verdict } from '../../verdict/verdict';

/** That a server may answer in another format than was asked for is its own choice (RFC 9110 §15.5.7), unless words say that it does not. */
export const acceptable: Check = {
  id: 'connection.acceptable',
  isShownByFew: true,
  title: 'What can not be answered in an accepted format is refused by 406',
  level: 'MUST',
  applies: (subject) =>
    (successOf(subject.operation)?.reply.content.length ?? 0) > 0 &&
    subject.operation.method === 'GET' &&
    documents(subject.operation, 406) &&
    saysRefused(subject),
  clause: (subject) => clauseOf(subject, 406, 'A format that is not accepted is refused.'),
  cases: () => [{ name: 'a format that there is not', tier: 1, run: askOther }],
};

/** Whether words say of the 406 that it is for what `Accept` leaves out. */
const saysRefused = ({ operation }: Subject): boolean =>
  /\baccept\b/i.test(replyFor(operation, 406)?.description ?? '') ||
  sentencesAround(operation).some((text) => /\b406\b/.test(text) && /\baccept\b/i.test(text));

async function askOther(context: CaseContext): Promise<Verdict> {
  const { operation } = context.subject;
  const types = successOf(operation)?.reply.content.map(({ type }) => essence(type)) ?? [];
  const other = OTHERS.find((one) => !types.includes(one));
  if (other === undefined) return PASS;
  const parts = { ...(await fetchValidParts(context)), headers: { accept: other } };
  const exchange = answered(await sendParts(context, parts));
  if (!isSuccess(exchange)) return PASS;
  return fail({
    expected: `the status 406 to Accept: ${other}`,
    actual: outcomeOf(exchange),
    exchanges: [exchange],
    key: 'served',
    topic: { wanted: 406, defect: 'Accept' },
  });
}

const OTHERS: readonly string[] = ['image/png', 'application/xml', 'text/html'];
