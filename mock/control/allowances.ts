import { own, pointerTo } from '../../openapi/contract';
import type { AllowanceChange, AllowanceState } from '../../openapi/types/control';
import { behavioursOf } from '../behaviours';
import { toInstant } from '../observe/instant';
import { accountOfAddress, accountOfKey } from '../world/rules/account-names';
import type { RunningAllowance } from '../world/stores/ledger';
import type { ApiKey, World, WorldState } from '../world/stores/model';
import { windowOf } from './accounts';
import { invalidControl, noSuch, planLimitsOff } from './problems';

/** First each key of the world, then each address that has sent requests without one. */
export async function listAllowances(world: World): Promise<readonly AllowanceState[]> {
  const { state } = world;
  const holders = await holdersOf(world, state);
  const now = state.clock.now();
  return Promise.all(holders.map((holder) => readAllowance(state, holder, now)));
}

/**
 * Sets what a key has left or used, bans it, or lifts its ban.
 *
 * @throws Problem 404 for an unknown name, 400 for a window that its plan does not have, 409 if plan limits are off
 */
export async function setAllowance(world: World, name: string, change: AllowanceChange): Promise<AllowanceState> {
  const { state } = world;
  const now = state.clock.now();
  const holder = await holderNamed(world, state, name);
  if (!world.planLimits) throw planLimitsOff();
  const { account, allowances } = holder;
  const used = usedAfter(holder, change);
  const { bannedSeconds } = change;
  await state.ledger.set(account, allowances, { used, bannedSeconds }, now);
  return readAllowance(state, holder, now);
}

/** The number of used requests after the change, by window. */
function usedAfter({ plan, allowances }: Holder, change: AllowanceChange): Readonly<Record<string, number>> {
  const fromUsed = Object.entries(change.used ?? {}).map(([window, used]) => {
    windowOf(plan, allowances, window, pointerTo('/used', window));
    return [window, used] as const;
  });
  const fromLeft = Object.entries(change.left ?? {}).map(([window, left]) => {
    const pointer = pointerTo('/left', window);
    const { requests } = windowOf(plan, allowances, window, pointer);
    if (left > requests) throw invalidControl(pointer, `must be at most ${requests}, not ${left}`);
    if (own(change.used ?? {}, window) !== undefined)
      throw invalidControl(pointer, 'must be absent, since /used has it');
    return [window, requests - left] as const;
  });
  return Object.fromEntries([...fromUsed, ...fromLeft]);
}

/** The key or address that an account of the ledger belongs to. */
interface Holder extends Omit<ApiKey, 'name' | 'allowances'> {
  readonly allowances: readonly RunningAllowance[];
  readonly name: string;
  readonly account: string;
}

async function holdersOf({ keys, anonymous, silences }: World, state: WorldState): Promise<readonly Holder[]> {
  const { ledger } = state;
  const { windows } = behavioursOf(state.choices.chosen, silences);
  const ofKeys = keys.map((key) => ({
    ...key,
    allowances: windows(key.allowances, undefined),
    account: accountOfKey(key.name),
  }));
  const addresses = (await ledger.accounts()).filter((account) => account.startsWith(accountOfAddress('')));
  const allowances = windows(anonymous.allowances, undefined);
  const anonymousHolder = { plan: anonymous.name, allowances, revoked: false };
  return [...ofKeys, ...addresses.map((account) => ({ ...anonymousHolder, name: account, account }))];
}

async function holderNamed(world: World, state: WorldState, name: string): Promise<Holder> {
  const holders = await holdersOf(world, state);
  const holder = holders.find((candidate) => candidate.name === name);
  if (holder === undefined)
    throw noSuch(
      'key',
      name,
      holders.map((known) => known.name),
    );
  return holder;
}

async function readAllowance({ ledger }: WorldState, holder: Holder, now: number): Promise<AllowanceState> {
  const { name, plan, revoked, demoValue, account, allowances } = holder;
  const { windows, refusals, bannedUntil } = await ledger.usage(account, allowances, now);
  return {
    name,
    plan,
    revoked,
    ...(demoValue === undefined ? {} : { demoValue }),
    windows: windows.map(({ name: window, limit, used, remaining, resetAt }) => ({
      window,
      limit,
      used,
      left: remaining,
      resetAt: toInstant(resetAt),
    })),
    refusals,
    bannedUntil: toInstant(bannedUntil),
  };
}
