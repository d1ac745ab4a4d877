import { documents, partOf, successOf } from '../../../openapi/contract';
import { type Exchange, isRefusal, outcomeOf } from '../../exchange/exchange';
import { tellBody } from '../../requests/written';
import { fail, type Observation, PASS, unjudged, type Verdict, warn } from '../../verdict/verdict';

/** A server has to accept values that it has shown itself; others it may have reasons to refuse with a 4xx. */
export function judgeAccepted(exchange: Exchange, isKnown: boolean): Verdict {
  if (exchange.response === undefined) return unjudged(exchange);
  const { status } = exchange.response;
  const { operation } = exchange.request;
  // An operation may document several, and only the server knows which of them a request comes to.
  if (status < 400 && (documents(operation, status) || operation.replies.length === 0)) return PASS;
  // A conflict is with what else is there (RFC 9110 §15.5.10), and not with the contract.
  const mayBeRefused = isRefusal(exchange) && (!isKnown || exchange.response.status === 409);
  return mayBeRefused ? ruleOfItsOwn(exchange) : fail(refused(exchange));
}

/** A refusal of what the contract allows, by a rule that the server may have beside it. */
export const ruleOfItsOwn = (exchange: Exchange): Verdict => {
  const observation = refused(exchange);
  return warn({ ...observation, expected: `${observation.expected}, unless a rule of the server's own forbids it` });
};

function refused(exchange: Exchange): Observation {
  const wanted = successOf(exchange.request.operation)?.status;
  const { body, headers } = exchange.request;
  return {
    expected: `the status ${wanted ?? 200}`,
    actual:
      outcomeOf(exchange) + (body === undefined ? '' : ` for ${briefText(tellBody(body, headers['content-type']))}`),
    exchanges: [exchange],
    key: outcomeOf(exchange),
    topic: wanted === undefined ? {} : { wanted },
  };
}

const briefText = (text: string): string => (text.length <= 80 ? text : `${partOf(text, 0, 77)}…`);
