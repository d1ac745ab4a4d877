import { setTimeout } from 'node:timers/promises';
import { problemOfStatus } from '../errors/problem-of-status';
import type { Problem } from '../errors/problems';
import type { Call, Caller, Engine } from '../model';
import type { Abort, Stroke } from '../world/faults';

/** What a fault does to a request. */
export interface Disturbance {
  /** Of the fault that ends the request; undefined where it was only delayed. */
  readonly faultId: string | undefined;
  /** What it is answered instead. */
  readonly refusal: Problem | undefined;
  /** How its connection is broken off instead of an answer. */
  readonly abort: Abort | undefined;
}

/**
 * Between metering and validation: lets the faults that are switched on in the caller's world have their way. A delay is
 * by the real time, since a frozen clock would never end it.
 *
 * @returns undefined where no fault strikes
 */
export function disturb(engine: Engine, caller: Caller, call: Call): Promise<Disturbance> | undefined {
  const stroke = caller.world.faults.strike(call.operation?.id, caller.keyName);
  return stroke && suffer(engine, caller, call, stroke);
}

async function suffer(engine: Engine, caller: Caller, call: Call, { delayMs, end }: Stroke): Promise<Disturbance> {
  if (delayMs > 0) await setTimeout(delayMs, undefined, { ref: false });
  if (end === undefined) return { faultId: undefined, refusal: undefined, abort: undefined };
  if ('abort' in end) return { faultId: end.id, refusal: undefined, abort: end.abort };
  return { faultId: end.id, refusal: await problemOfStatus(engine, caller, call, end.status), abort: undefined };
}
