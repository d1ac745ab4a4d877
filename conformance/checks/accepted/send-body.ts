import { isRefusal } from '../../exchange/exchange';
import type { JsonRecord } from '../../records/records';
import { sameJson } from '../../records/records';
import { requiredQuery } from '../../requests/given';
import { toRequest } from '../../requests/request';
import type { CaseContext } from '../../steps/check';
import { leadsNowhere, NOWHERE } from '../../steps/paths';
import { isOwnRule } from '../../steps/send-valid';
import { skip, type Verdict } from '../../verdict/verdict';
import { explainRefusal } from './explain';
import { judgeAccepted } from './judge';
import { isQueryOffered } from './parameters';

/**
 * Sends a valid body.
 *
 * @param kept the members that are tried; the others may have any good value
 */
export async function sendBody(
  context: CaseContext,
  path: JsonRecord,
  body: JsonRecord,
  isKnownBody: boolean,
  kept: JsonRecord = body,
): Promise<Verdict> {
  const isKnown = isKnownBody && isRestOffered(context);
  const exchange = await context.send(toRequest(context.subject.operation, { path, body }));
  if (leadsNowhere(context, exchange)) return skip(NOWHERE);
  if (isKnown && isOwnRule(exchange)) return explainRefusal(context, path, { exchange, body, isKnown }, kept);
  const verdict = judgeAccepted(exchange, isKnown);
  return isRefusal(exchange) && verdict.outcome === 'warn' && goesBeyondNamed(context, body)
    ? skip('good values of its properties are named')
    : verdict;
}

/** Whether nobody but the body can be refused: what else has to be there has a value that the contract or the server has said. */
const isRestOffered = (context: CaseContext): boolean =>
  isQueryOffered(context, requiredQuery(context.subject, context.options.given));

/** Whether a body has a value that is none of those that the user has named for its property. */
function goesBeyondNamed({ known, subject }: CaseContext, body: JsonRecord): boolean {
  return Object.entries(body).some(
    ([name, value]) =>
      known.isNamed(name) && !known.values(subject.purpose?.resource, name).some((one) => sameJson(one, value)),
  );
}
