import type { Admit, Admitted } from '../world/stores/admission';
import { factsOf } from './apply-faults';
import type { Call, Caller } from './model';
import { receiveUnjudged } from './receive';

interface Admission extends Pick<Admitted, 'decision' | 'effect'> {
  /** At the time that the stores have told. */
  readonly caller: Caller;
}

/**
 * Takes the request from the allowance of its caller and has faults strike it, in one step of the stores.
 *
 * @throws Outdated, and StoreUnavailable
 */
export async function admit(call: Call, caller: Caller, ask: Admit): Promise<Admission> {
  const { world, state, account, allowances, source } = caller;
  const { lookAt } = state.faults;
  if (lookAt === 'body') await receiveUnjudged(call);
  const { now, random, decision, effect } = await ask({
    account,
    allowances: world.planLimits ? allowances : undefined,
    facts: lookAt === 'nothing' ? undefined : factsOf(call, caller),
  });
  return { caller: { ...caller, source: { ...source, now, random } }, decision, effect };
}
