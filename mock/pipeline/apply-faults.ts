import { setTimeout } from 'node:timers/promises';
import type { Abort } from '../../openapi/types/control';
import type { FaultEffect } from '../world/stores/faults';
import { answerByFault } from './answer-by-fault';
import { addToJournal } from './listeners';
import type { Context, Ending } from './model';
import { receiveIfSmall } from './receive';
import type { HttpRequest } from './request';

/**
 * The stage that does to the request what the faults have decided that struck it. A delay is measured in real time, since a frozen
 * clock would never end it.
 */
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
