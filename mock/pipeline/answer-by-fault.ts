import { stringifyJson } from '../../openapi/contract';
import type { Outcome } from '../http/reply';
import type { FaultReply } from '../world/stores/faults';
import { noneLeft } from './meter';
import type { Context, FaultAnswer } from './model';
import { linesOf } from './own-headers';
import { problemOfStatus } from './problem-of-status';

/** What a fault answers. From 400 on the reply has the headers that a client needs to handle it, with a body of its own too. */
export function answerByFault({ engine, caller, call, allowance }: Context, reply: FaultReply): FaultAnswer {
  const { status = 200, headers: own = {} } = reply;
  const body = bodyOf(reply);
  if (status < 400) {
    return { result: { status, headers: {}, ...(body ?? NO_BODY) }, own, allowance: allowance.headers };
  }
  const problem = problemOfStatus(engine, caller, call, allowance, status);
  const { headers } = problem;
  const second = Math.floor(caller.source.now / 1000);
  return {
    result: body === undefined ? problem : { status, headers, ...body },
    own,
    allowance:
      status === 429
        ? noneLeft(engine.contract, allowance, second + (waitIn(own, second) ?? waitIn(headers, second) ?? 0))
        : allowance.headers,
  };
}

type Body = Pick<Outcome, 'body' | 'mediaType' | 'written'>;

const NO_BODY: Body = { body: undefined, mediaType: '' };

function bodyOf({ body, text, mediaType }: FaultReply): Body | undefined {
  if (text !== undefined)
    return { body: text, mediaType: mediaType ?? 'text/plain; charset=utf-8', written: () => text };
  if (body === undefined) return undefined;
  return { body, mediaType: mediaType ?? 'application/json', written: () => stringifyJson(body) };
}

/** The seconds that a `Retry-After` asks for (RFC 9110 §10.2.3), as a number or up to a date; undefined if it tells none. */
function waitIn(headers: NonNullable<FaultReply['headers']>, second: number): number | undefined {
  const text = linesOf(headers).find(([name]) => name.toLowerCase() === 'retry-after')?.[1] ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text);
  // `Date.parse` takes much that is no date of HTTP (RFC 9110 §5.6.7), such as `5.5`.
  const until = text.endsWith(' GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(until) ? undefined : Math.max(Math.ceil(until / 1000) - second, 0);
}
