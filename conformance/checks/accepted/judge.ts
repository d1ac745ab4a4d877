import { successOf } from '../../../openapi/contract';
import { sameJson } from '../../known';
import { leadsNowhere, NOWHERE } from '../../known-path';
import type { Exchange, JsonRecord, Session, Verdict } from '../../model';
import { toRequest } from '../../request';
import { fail, isRefusal, outcomeOf, PASS, skip, unjudged, warn } from '../../verdict';
import { judgeEcho } from '../echo';

export async function sendBody(
  session: Session,
  path: JsonRecord,
  body: JsonRecord,
  isKnown: boolean,
): Promise<Verdict> {
  const exchange = await session.send(toRequest(session.subject.operation, { path, body }));
  if (leadsNowhere(session, exchange)) return skip(NOWHERE);
  const verdict = judge(exchange, isKnown);
  if (verdict.outcome === 'warn' && goesBeyondNamed(session, body))
    return skip('good values of its properties are named');
  return verdict.outcome === 'pass' && isKnownSuccess(exchange) ? judgeEcho(session, exchange, body) : verdict;
}

/** Whether a body has a value that is none of those that the user has named for its property. */
function goesBeyondNamed({ known, subject }: Session, body: JsonRecord): boolean {
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
