import type { Allowance, AllowanceHeaders, Contract } from '../../openapi/contract';
import { banned, type Problem, rateLimited } from '../errors/problems';
import type { RawHeaders } from '../http/raw-headers';
import { UNUSED } from '../world/rules/account';
import { peek as decide } from '../world/rules/spending';
import { type Awaitable, after } from '../world/stores/awaitable';
import type { Decision, WindowReport } from '../world/stores/ledger';
import type { Caller, Engine, Metered } from './model';

/** Step 3: takes the request from the caller's allowance, or refuses it. */
export function meter({ contract }: Engine, caller: Caller): Awaitable<Metered> {
  const { world, state, account, allowances } = caller;
  if (!world.planLimits) return peek({ contract }, caller);
  const now = state.clock.now();
  return after(state.ledger.spend(account, allowances, now), (decision) => ({
    headers: headersOf(contract.allowanceHeaders, decision.window, seconds(now)),
    refusal: refusalOf(decision, now),
  }));
}

/** What the headers of a reply tell that costs the caller nothing. With the limits off, nothing is ever used. */
export function peek(
  { contract }: Pick<Engine, 'contract'>,
  { world, state, account, allowances }: Pick<Caller, 'world' | 'state' | 'account' | 'allowances'>,
): Awaitable<Metered> {
  const now = state.clock.now();
  if (!world.planLimits) return untouched(contract, allowances, seconds(now));
  return after(state.ledger.peek(account, allowances, now), ({ window }) => ({
    headers: headersOf(contract.allowanceHeaders, window, seconds(now)),
    refusal: undefined,
  }));
}

/** With the limits off nothing is ever used, and what is told changes with the second alone: it is worked out once for each. */
function untouched({ allowanceHeaders }: Contract, allowances: readonly Allowance[], second: number): Metered {
  const known = told.get(allowances);
  if (known?.second === second) return known.metered;
  const { window } = decide(UNUSED, allowances, second);
  const metered = { headers: headersOf(allowanceHeaders, window, second), refusal: undefined };
  told.set(allowances, { second, metered });
  return metered;
}

const told = new WeakMap<readonly Allowance[], { readonly second: number; readonly metered: Metered }>();

function refusalOf({ outcome, window, retryAt }: Decision, now: number): Problem | undefined {
  if (outcome === 'served') return undefined;
  const wait = retryAt - seconds(now);
  if (outcome === 'banned' || window === undefined) return banned(wait);
  return rateLimited(window.name, window.limit, wait);
}

function headersOf(
  { limit, remaining, reset }: AllowanceHeaders,
  window: WindowReport | undefined,
  second: number,
): RawHeaders {
  const headers: string[] = [];
  if (limit !== undefined) headers.push(limit, String(window?.limit ?? UNLIMITED));
  if (remaining !== undefined) headers.push(remaining, String(window?.remaining ?? UNLIMITED));
  if (reset !== undefined) headers.push(reset, String(window?.resetAt ?? second));
  return headers;
}

/** What is told of an allowance that nobody has given a figure: the largest that every integer type holds. */
const UNLIMITED = 2 ** 31 - 1;

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);
