import type { AllowanceHeaders, Contract } from '../../openapi/contract';
import { banned, type Problem, rateLimited } from '../errors/problems';
import type { RawHeaders } from '../http/raw-headers';
import { UNUSED } from '../world/rules/account';
import { peek as peekAt } from '../world/rules/spending';
import type { Decision } from '../world/stores/ledger';
import type { Caller, Metered } from './model';

type Account = Pick<Caller, 'world' | 'state' | 'source' | 'account' | 'allowances'>;

/** Spends one request of the caller's allowance, or refuses it. */
export async function meter({ allowanceHeaders }: Contract, caller: Account): Promise<Metered> {
  const { world, state, source, account, allowances } = caller;
  const second = secondsOf(source.now);
  // With the limits off no allowance is ever used.
  const decision = world.planLimits
    ? await state.ledger.spend(account, allowances, source.now)
    : peekAt(UNUSED, allowances, second);
  return meteredBy(allowanceHeaders, decision, second, refusalOf(decision, second));
}

/** The allowance as a reply shows it, without spending any of it. */
export async function peek({ allowanceHeaders }: Contract, caller: Account): Promise<Metered> {
  const { world, state, source, account, allowances } = caller;
  const second = secondsOf(source.now);
  const decision = world.planLimits
    ? await state.ledger.peek(account, allowances, source.now)
    : peekAt(UNUSED, allowances, second);
  return meteredBy(allowanceHeaders, decision, second, undefined);
}

function meteredBy(names: AllowanceHeaders, decision: Decision, second: number, refusal: Metered['refusal']): Metered {
  const resetAt = decision.window?.resetAt ?? second;
  return {
    headers: headersOf(names, decision, resetAt),
    resetAt: names.reset === undefined ? undefined : resetAt,
    refusal,
  };
}

function refusalOf({ outcome, window, retryAt }: Decision, second: number): Problem | undefined {
  if (outcome === 'served') return undefined;
  const wait = retryAt - second;
  if (outcome === 'banned' || window === undefined) return banned(wait);
  return rateLimited(window.name, window.limit, wait);
}

function headersOf({ limit, remaining, reset }: AllowanceHeaders, { window }: Decision, resetAt: number): RawHeaders {
  const headers: string[] = [];
  if (limit !== undefined) headers.push(limit, String(window?.limit ?? UNLIMITED));
  if (remaining !== undefined) headers.push(remaining, String(window?.remaining ?? UNLIMITED));
  if (reset !== undefined) headers.push(reset, String(resetAt));
  return headers;
}

/** Sent for an allowance without a limit: the largest number that every integer type can hold. */
const UNLIMITED = 2 ** 31 - 1;

const secondsOf = (milliseconds: number): number => Math.floor(milliseconds / 1000);
