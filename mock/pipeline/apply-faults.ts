import { setTimeout } from 'node:timers/promises';
import type { FaultEffect } from '../world/stores/faults';
import { uncounted } from '../world/stores/in-time';
import type { RequestFacts } from '../world/stores/request-facts';
import { answerByFault } from './answer-by-fault';
import type { AppliedFaults, Call, Caller, Engine, Metered } from './model';
import { receiveIfSmall, receiveUnjudged } from './receive';
import type { HttpRequest } from './request';

/** What the faults of the caller's world do to a request, whose body is read first if one of them looks at it. */
export async function strike(call: Call, caller: Caller): Promise<FaultEffect | undefined> {
  const { faults } = caller.state;
  if (faults.lookAt === 'body') await receiveUnjudged(call);
  return faults.strike(factsOf(call, caller));
}

/** What faults look at, its body only if that has been read. */
export const factsOf = (
  { request, path, query, operation, received }: Call,
  { keyName }: Pick<Caller, 'keyName'>,
): RequestFacts => ({
  method: request.method,
  path,
  query,
  operationId: operation?.id,
  keyName,
  requestHeaders: request.rawHeaders,
  requestBody: received.bytes,
});

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
    await uncounted(call.received.waiting, wait(delayMs, call.request));
  }
  const nothing = { faultId: ids.at(-1), answer: undefined, abort: undefined, isStale: world.state !== state };
  if (end === undefined) return nothing;
  if ('abort' in end) return { ...nothing, abort: end.abort };
  return { ...nothing, answer: answerByFault(engine, caller, call, allowance, end.reply) };
}

/** Resolves after the delay, or as soon as the client has left. */
async function wait(delayMs: number, request: HttpRequest): Promise<void> {
  if (request.isAbandoned) return;
  const left = new AbortController();
  const stop = request.onAbandoned(() => left.abort());
  await setTimeout(delayMs, undefined, { ref: false, signal: left.signal }).catch(() => undefined);
  stop();
}
