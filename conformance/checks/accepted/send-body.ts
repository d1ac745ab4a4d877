import type { CaseContext } from '../../model/check';
import type { JsonRecord } from '../../model/records';
import { toRequest } from '../../model/request';
import { sameJson } from '../../model/same-json';
import { skip, type Verdict } from '../../model/verdict';
import { leadsNowhere, NOWHERE } from '../../steps/fetch-path';
import { judgeAccepted } from './judge';

/** Sends a valid body. */
export async function sendBody(
  context: CaseContext,
  path: JsonRecord,
  body: JsonRecord,
  isKnown: boolean,
): Promise<Verdict> {
  const exchange = await context.send(toRequest(context.subject.operation, { path, body }));
  if (leadsNowhere(context, exchange)) return skip(NOWHERE);
  const verdict = judgeAccepted(exchange, isKnown);
  return verdict.outcome === 'warn' && goesBeyondNamed(context, body)
    ? skip('good values of its properties are named')
    : verdict;
}

/** Whether a body has a value that is none of those that the user has named for its property. */
function goesBeyondNamed({ known, subject }: CaseContext, body: JsonRecord): boolean {
  return Object.entries(body).some(
    ([name, value]) =>
      known.isNamed(name) && !known.values(subject.purpose?.resource, name).some((one) => sameJson(one, value)),
  );
}
