import { type AllowanceHeaders, type Contract, latest, memoized } from '../../openapi/contract';
import { banned, type Problem, rateLimited } from '../errors/problems';
import { pairsOf, type RawHeaders } from '../http/headers';
import { peek, UNUSED } from '../world/rules/account';
import type { Decision, RunningAllowance } from '../world/stores/ledger';
import { type Awaitable, after } from '../world/stores/store';
import type { Caller, Context, Quota } from './model';

type Account = Pick<Caller, 'world' | 'state' | 'account' | 'allowances'> & {
  readonly source: Pick<Caller['source'], 'now'>;
};

/** What a request would be told now, without using anything. With the limits off nothing is ever used. */
export const peekQuota = (contract: Contract, caller: Account): Awaitable<Quota> => {
  const { world, state, source, account, allowances } = caller;
  if (!world.planLimits) return unusedQuota(contract, caller);
  return after(state.ledger.peek(account, allowances, source.now), (decision) => quotaOf(contract, caller, decision));
};

/** The quota as if nothing of it were used: where the limits are off, and where its ledger is out of reach. */
export const unusedQuota = (contract: Contract, caller: Account): Quota =>
  quotaOf(contract, caller, unusedIn(caller.allowances)(secondsOf(caller.source.now)));

/** With the limits off, what a reply shows of an allowance changes with the second alone. */
const unusedIn = memoized((allowances: readonly RunningAllowance[]) =>
  latest((second: number) => peek(UNUSED, allowances, second)),
);

/** A decision as the reply shows it. With the limits off no request is refused. */
export function quotaOf({ allowanceHeaders: names }: Contract, { world, source }: Account, decision: Decision): Quota {
  const second = secondsOf(source.now);
  const resetAt = decision.window?.resetAt ?? second;
  return {
    headers: headersOf(names, decision, resetAt),
    resetAt: names.reset === undefined ? undefined : resetAt,
    refusal: world.planLimits ? refusalOf(decision, second) : undefined,
  };
}

/** Gives a refused request back where refusals cost nothing. Undefined where they cost, and where no allowance counts it. */
export function giveBack({ engine, caller, quota }: Context, status: number): Awaitable<Quota | undefined> {
  const { world, state, source, account, allowances, behaviours } = caller;
  const isFree = quota.refusal === undefined && !behaviours.cost(true, status);
  if (!isFree || !world.planLimits) return undefined;
  const left = state.ledger.giveBack(account, allowances, source.now);
  return after(left, (decision) => decision && quotaOf(engine.contract, caller, decision));
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

/** The headers of a quota as if nothing were left of it up to a second. */
export function noneLeft({ allowanceHeaders }: Contract, { headers }: Quota, resetAt: number): RawHeaders {
  const { remaining, reset } = allowanceHeaders;
  const told = new Map([
    [remaining, '0'],
    [reset, String(resetAt)],
  ]);
  return pairsOf(headers).flatMap(([name, value]) => [name, told.get(name) ?? value]);
}

/** Sent for an allowance without a limit: the largest number that every integer type can hold. */
const UNLIMITED = 2 ** 31 - 1;

const secondsOf = (milliseconds: number): number => Math.floor(milliseconds / 1000);
