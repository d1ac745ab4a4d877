import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Problem } from '../errors/problems';
import { type Awaitable, after } from '../world/stores/awaitable';
import type { Abort, FaultEffect } from '../world/stores/faults';
import type { Call, Caller, Engine } from './model';
import { problemOfStatus } from './problem-of-status';
import { isUnread, takeIn } from './receive';

/** What a fault does to a request. */
export interface Disturbance {
  /** The last of those that struck. */
  readonly faultId: string | undefined;
  /** What it is answered instead. */
  readonly refusal: Problem | undefined;
  /** How its connection is broken off instead of an answer. */
  readonly abort: Abort | undefined;
  /** Whether the world was reset while it waited: it belongs to nothing that is there any more. */
  readonly isStale: boolean;
}

/**
 * Between metering and validation: lets the faults that are switched on in the caller's world have their way. A delay is
 * by the real time, since a frozen clock would never end it.
 *
 * @returns undefined where no fault strikes
 */
export function disturb(engine: Engine, caller: Caller, call: Call): Awaitable<Disturbance | undefined> {
  const effect = caller.state.faults.strike(call.operation?.id, caller.keyName);
  return after(effect, (found) => found && suffer(engine, caller, call, found));
}

async function suffer(
  engine: Engine,
  caller: Caller,
  call: Call,
  { delayMs, end, ids }: FaultEffect,
): Promise<Disturbance> {
  const { world, state } = caller;
  if (delayMs > 0) {
    // Before the client may lose patience: what it sent is known then.
    if (isUnread(call)) await takeIn(call);
    await wait(delayMs, call.request.socket);
  }
  const nothing = { faultId: ids.at(-1), refusal: undefined, abort: undefined, isStale: world.state !== state };
  if (end === undefined) return nothing;
  if ('abort' in end) return { ...nothing, abort: end.abort };
  return { ...nothing, refusal: await problemOfStatus(engine, caller, call, end.status) };
}

/** Until the time is over, or nobody waits for the reply any more. */
async function wait(delayMs: number, socket: Socket): Promise<void> {
  const left = new AbortController();
  const leave = () => left.abort();
  if (socket.destroyed) return;
  socket.once('close', leave);
  await setTimeout(delayMs, undefined, { ref: false, signal: left.signal }).catch(() => undefined);
  socket.off('close', leave);
}
