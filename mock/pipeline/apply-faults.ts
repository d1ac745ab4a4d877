import { setTimeout } from 'node:timers/promises';
import type { FaultEffect } from '../world/stores/faults';
import type { AppliedFaults, Call, Caller, Engine, Metered } from './model';
import { problemOfStatus } from './problem-of-status';
import { isUnread, receiveIfSmall } from './receive';
import type { HttpRequest } from './request';

/**
 * Lets the faults that have struck a request take effect. A delay is by the real time, since a frozen clock would never
 * end it.
 */
export async function applyFaults(
  engine: Engine,
  caller: Caller,
  call: Call,
  allowance: Metered,
  { delayMs, end, ids }: FaultEffect,
): Promise<AppliedFaults> {
  const { world, state } = caller;
  if (delayMs > 0) {
    // Before the client may lose patience: what it sent is known then.
    if (isUnread(call)) await receiveIfSmall(call);
    await wait(delayMs, call.request);
  }
  const nothing = { faultId: ids.at(-1), refusal: undefined, abort: undefined, isStale: world.state !== state };
  if (end === undefined) return nothing;
  if ('abort' in end) return { ...nothing, abort: end.abort };
  return { ...nothing, refusal: problemOfStatus(engine, caller, call, allowance, end.status) };
}

/** Until the time is over, or nobody waits for the reply any more. */
async function wait(delayMs: number, request: HttpRequest): Promise<void> {
  if (request.isAbandoned) return;
  const left = new AbortController();
  const stop = request.onAbandoned(() => left.abort());
  await setTimeout(delayMs, undefined, { ref: false, signal: left.signal }).catch(() => undefined);
  stop();
}
