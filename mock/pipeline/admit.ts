import type { Operation } from '../../openapi/contract';
import type { Outcome } from '../http/reply';
import type { Admit, Admitted } from '../world/stores/admission';
import type { Awaitable } from '../world/stores/awaitable';
import { type Begun, beginAhead, callerWith } from './ahead';
import { factsOf } from './apply-faults';
import type { Call, Caller, Engine } from './model';
import { receiveUnjudged } from './receive';

interface Admission extends Pick<Admitted, 'decision' | 'effect'> {
  /** At the time that the stores have told. */
  readonly caller: Caller;
  /** The operation, where it was begun beforehand and nothing stands in its way. */
  readonly begun: Begun | undefined;
}

/**
 * Takes the request from the allowance of its caller and has faults strike it, in one step of the stores. Its operation is
 * begun meanwhile.
 *
 * @throws Outdated, and StoreUnavailable
 */
export async function admit(
  engine: Engine,
  call: Call,
  arrived: Caller,
  ask: Admit,
  carryOut: (caller: Caller, operation: Operation) => Awaitable<Outcome>,
): Promise<Admission> {
  const asking = visit(call, arrived, ask);
  const begun = beginAhead(engine, call, arrived, carryOut);
  try {
    const { now, random, decision, effect } = await asking;
    const caller = callerWith(arrived, { now, random });
    const isServed = decision === undefined || decision.outcome === 'served';
    if (isServed && effect === undefined) return { caller, decision, effect, begun };
    begun?.drop();
    return { caller, decision, effect, begun: undefined };
  } catch (error) {
    begun?.drop();
    throw error;
  }
}

async function visit(call: Call, caller: Caller, ask: Admit): Promise<Admitted> {
  const { world, state, account, allowances } = caller;
  const { lookAt } = state.faults;
  if (lookAt === 'body') await receiveUnjudged(call);
  return ask({
    account,
    allowances: world.planLimits ? allowances : undefined,
    facts: lookAt === 'nothing' ? undefined : factsOf(call, caller),
  });
}
