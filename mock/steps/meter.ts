import type { AllowanceHeaders } from '../../openapi/contract';
import type { Caller, Engine, Metered } from '../model';
import { banned, type Problem, rateLimited } from '../problems';
import type { Decision, WindowReport } from '../world/ledger';

/** Step 3: takes the request from the caller's allowance, or refuses it. */
export async function meter({ contract, planLimits }: Engine, caller: Caller): Promise<Metered> {
  const { world, account, allowances } = caller;
  const now = world.clock.now();
  if (!planLimits) return peek({ contract, planLimits }, caller);
  const decision = await world.ledger.spend(account, allowances, now);
  return { headers: headersOf(contract.allowanceHeaders, decision), refusal: refusalOf(decision, now) };
}

/** What the headers of a reply tell that costs the caller nothing. With the limits off, nothing is ever used. */
export async function peek(
  { contract, planLimits }: Pick<Engine, 'contract' | 'planLimits'>,
  { world, account, allowances }: Pick<Caller, 'world' | 'account' | 'allowances'>,
): Promise<Metered> {
  const decision = await world.ledger.peek(planLimits ? account : 'nobody', allowances, world.clock.now());
  return { headers: headersOf(contract.allowanceHeaders, decision), refusal: undefined };
}

function refusalOf({ outcome, window, retryAt }: Decision, now: number): Problem | undefined {
  if (outcome === 'served') return undefined;
  const wait = retryAt - Math.floor(now / 1000);
  if (outcome === 'banned' || window === undefined) return banned(wait);
  return rateLimited(window.name, window.limit, wait);
}

function headersOf(names: AllowanceHeaders, { window }: Decision): Readonly<Record<string, string>> {
  if (window === undefined) return {};
  const figures: Record<keyof AllowanceHeaders, keyof WindowReport> = {
    limit: 'limit',
    remaining: 'remaining',
    reset: 'resetAt',
  };
  const headers: Record<string, string> = {};
  for (const role of ['limit', 'remaining', 'reset'] as const) {
    const name = names[role];
    if (name !== undefined) headers[name] = String(window[figures[role]]);
  }
  return headers;
}
