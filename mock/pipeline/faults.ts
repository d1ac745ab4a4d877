import { setTimeout } from 'node:timers/promises';
import { stringifyJson } from '../../openapi/contract';
import type { Abort } from '../../openapi/types/control';
import type { Outcome } from '../http/reply';
import type { FaultEffect, FaultReply } from '../world/stores/faults';
import type { Context, Ending, FaultAnswer } from './model';
import { problemOfStatus } from './problem-of-status';
import { noneLeft } from './quota';
import { receiveIfSmall } from './receive';
import { addToJournal } from './record';
import { linesOf } from './reply';
import type { HttpRequest } from './request';

/** The stage that applies what the faults have decided. A delay takes real time, since a frozen clock would never end it. */
export function applyFaults(context: Context): Promise<Ending | undefined> | undefined {
  const { effect } = context.admitted;
  return effect && apply(context, effect);
}

async function apply(context: Context, { delayMs, end, ids }: FaultEffect): Promise<Ending | undefined> {
  const { call, caller } = context;
  if (delayMs > 0) {
    // Read first: the client may give up during the delay, and the journal is to show its body.
    await receiveIfSmall(call);
    await call.deadline.excluded(wait(delayMs, call.request));
  }
  const faultId = ids.at(-1);
  context.fault = { faultId, answer: undefined };
  const abort = end !== undefined && 'abort' in end ? end.abort : undefined;
  // The world was reset during the delay, so that the request belongs to a state that is gone.
  if (caller.world.state !== caller.state) return aborted(context, abort ?? 'EMPTY_RESPONSE', () => {});
  if (abort !== undefined) return aborted(context, abort, () => addToJournal(context));
  if (end === undefined || !('reply' in end)) return undefined;
  const answer = answerByFault(context, end.reply);
  context.fault = { faultId, answer };
  return answer.result;
}

async function aborted({ call }: Context, abort: Abort, record: () => void): Promise<Ending> {
  await receiveIfSmall(call);
  return { sent: { abort }, record };
}

/** Resolves after the delay, or as soon as the client has left. */
async function wait(delayMs: number, request: HttpRequest): Promise<void> {
  if (request.isAbandoned) return;
  const left = new AbortController();
  const stop = request.onAbandoned(() => left.abort());
  await setTimeout(delayMs, undefined, { ref: false, signal: left.signal }).catch(() => undefined);
  stop();
}

/** What a fault answers. From 400 on the reply has the headers that a client needs to handle it, with a body of its own too. */
function answerByFault({ engine, caller, call, quota }: Context, reply: FaultReply): FaultAnswer {
  const { status = 200, headers: own = {} } = reply;
  const body = bodyOf(reply);
  if (status < 400) {
    return { result: { status, headers: {}, ...(body ?? NO_BODY) }, own, allowance: quota.headers };
  }
  const problem = problemOfStatus(engine, caller, call, quota, status);
  const { headers } = problem;
  const second = Math.floor(caller.source.now / 1000);
  return {
    result: body === undefined ? problem : { status, headers, ...body },
    own,
    allowance:
      status === 429
        ? noneLeft(engine.contract, quota, second + (waitIn(own, second) ?? waitIn(headers, second) ?? 0))
        : quota.headers,
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
