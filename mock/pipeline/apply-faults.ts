import { setTimeout } from 'node:timers/promises';
import type { FaultEffect } from '../world/stores/faults';
import type { AppliedFaults, Call, Caller, Engine, Metered } from './model';
import { problemOfStatus } from './problem-of-status';
import { receiveIfSmall } from './receive';
import type { HttpRequest } from './request';

/**
 * Applies the faults that have struck a request. A delay is measured in real time, since a frozen clock would never end
 * it.
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
    // Read first: the client may give up during the delay, and the journal is to show its body.
    await receiveIfSmall(call);
    await wait(delayMs, call.request);
  }
  const nothing = { faultId: ids.at(-1), refusal: undefined, abort: undefined, isStale: world.state !== state };
  if (end === undefined) return nothing;
  if ('abort' in end) return { ...nothing, abort: end.abort };
  return { ...nothing, refusal: problemOfStatus(engine, caller, call, allowance, end.status) };
}

/** Resolves after the delay, or as soon as the client has left. */
async function wait(delayMs: number, request: HttpRequest): Promise<void> {
  if (request.isAbandoned) return;
  const left = new AbortController();
  const stop = request.onAbandoned(() => left.abort());
  await setTimeout(delayMs, undefined, { ref: false, signal: left.signal }).catch(() => undefined);
  stop();
}
