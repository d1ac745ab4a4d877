import { successOf } from '../../../openapi/contract';
import type { CaseContext } from '../../model/check';
import type { Exchange } from '../../model/exchange';
import { isRefusal, outcomeOf } from '../../model/exchange';
import type { JsonRecord } from '../../model/records';
import { toRequest } from '../../model/request';
import { sameJson } from '../../model/same-json';
import type { Verdict } from '../../model/verdict';
import { fail, PASS, skip, unjudged, warn } from '../../model/verdict';
import { leadsNowhere, NOWHERE } from '../../steps/fetch-path';
import { judgeEcho } from '../echo';

export async function sendBody(
  context: CaseContext,
  path: JsonRecord,
  body: JsonRecord,
  isKnown: boolean,
): Promise<Verdict> {
  const exchange = await context.send(toRequest(context.subject.operation, { path, body }));
  if (leadsNowhere(context, exchange)) return skip(NOWHERE);
  const verdict = judge(exchange, isKnown);
  if (verdict.outcome === 'warn' && goesBeyondNamed(context, body))
    return skip('good values of its properties are named');
  return verdict.outcome === 'pass' && isKnownSuccess(exchange) ? judgeEcho(context, exchange, body) : verdict;
}

/** Whether a body has a value that is none of those that the user has named for its property. */
function goesBeyondNamed({ known, subject }: CaseContext, body: JsonRecord): boolean {
  const resource = subject.part?.resource.name ?? '';
  return Object.entries(body).some(
    ([name, value]) => known.isNamed(name) && !known.values(resource, name).some((one) => sameJson(one, value)),
  );
}

const isKnownSuccess = ({ request, response }: Exchange): boolean =>
  response?.status === successOf(request.operation)?.status;

/** Success is due to a value that the server has shown itself; of another it may know better, and say so with a 4xx. */
export function judge(exchange: Exchange, isKnown: boolean): Verdict {
  if (exchange.response === undefined) return unjudged(exchange);
  const wanted = successOf(exchange.request.operation)?.status;
  if (exchange.response.status === wanted) return PASS;
  const observation = {
    expected: `the status ${wanted}`,
    actual: outcomeOf(exchange),
    exchanges: [exchange],
    key: outcomeOf(exchange),
  };
  // A status of 5xx, or one that is not documented, is an oracle's finding.
  if (!isRefusal(exchange)) return fail(observation);
  return isKnown ? fail(observation) : warn(observation);
}
