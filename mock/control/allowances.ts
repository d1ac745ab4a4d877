import { type Allowance, own, pointerTo } from '../../openapi/contract';
import type { AllowanceChange, AllowanceState, ShownAccount } from '../../openapi/types/control';
import { behavioursOf } from '../behaviours';
import { instantText, toInstant } from '../observe/instant';
import { accountOfAddress, accountOfKey, keyOfAccount } from '../world/rules/account';
import type { AccountState, Accounts, RunningAllowance } from '../world/stores/ledger';
import type { ApiKey, World, WorldState } from '../world/stores/model';
import { readInstant } from './clock';
import { inBody, invalidControl, noSuch, planLimitsOff } from './problems';

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

async function holdersOf({ keys, anonymous, leftOpen }: World, state: WorldState): Promise<readonly Holder[]> {
  const { ledger } = state;
  const { windows } = behavioursOf(state.choices.chosen, leftOpen);
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

/** What each key and each address has used. Keys and windows that the contract no longer has are left out. */
export function toShownAccounts(
  { keys, anonymous }: Pick<World, 'keys' | 'anonymous'>,
  accounts: Accounts,
): Readonly<Record<string, ShownAccount>> {
  const shown = [...accounts].flatMap(([account, state]): readonly (readonly [string, ShownAccount])[] => {
    const name = keyOfAccount(account);
    const { allowances } = (name === undefined ? anonymous : keys.find((key) => key.name === name)) ?? {};
    if (allowances === undefined) return [];
    const windows = state.windows.filter((window) => allowances.some((known) => known.window === window.name));
    return [[name ?? account, toShownAccount({ ...state, windows })]];
  });
  return Object.fromEntries(shown);
}

const toShownAccount = ({ windows, refusals, bannedUntil, banSeconds }: AccountState): ShownAccount => ({
  windows: Object.fromEntries(
    togetherByName(windows).map(({ name, used, openedAt }) => [name, { used, openedAt: instantText(openedAt * 1000) }]),
  ),
  refusals,
  bannedUntil: toInstant(bannedUntil),
  ...(banSeconds === undefined ? {} : { banSeconds }),
});

/** A sliding window has several parts: one window as of the last of them, with what all of them have used. */
const togetherByName = (windows: AccountState['windows']): AccountState['windows'] => {
  const byName = new Map<string, AccountState['windows'][number]>();
  for (const { name, used, openedAt } of windows) {
    byName.set(name, { name, used: used + (byName.get(name)?.used ?? 0), openedAt });
  }
  return [...byName.values()];
};

/**
 * Reads the accounts of a state's `allowances` for the ledger to restore.
 *
 * @throws Problem 400 for an unknown key, a window that its plan does not have, and an invalid instant
 */
export function readAccounts(world: World, allowances: Readonly<Record<string, ShownAccount>>): Accounts {
  return new Map(
    Object.entries(allowances).map(([name, shown]): [string, AccountState] => {
      const pointer = pointerTo('/allowances', name);
      const { account, plan } = holderOf(world, pointer, name);
      return [account, readAccount(shown, plan, pointer)];
    }),
  );
}

interface PlanOfHolder {
  readonly name: string;
  readonly allowances: readonly Allowance[];
}

/** The ledger's name for a key or an address, and its plan. */
function holderOf({ keys, anonymous }: World, pointer: string, name: string): { account: string; plan: PlanOfHolder } {
  const key = keys.find((candidate) => candidate.name === name);
  if (key !== undefined) return { account: accountOfKey(name), plan: { name: key.plan, allowances: key.allowances } };
  if (name.startsWith(accountOfAddress('')) && name !== accountOfAddress('')) return { account: name, plan: anonymous };
  const known = keys.map((candidate) => candidate.name).join(', ') || 'none';
  throw invalidControl(pointer, `is no key of this world; it has ${known}`);
}

function readAccount(shown: ShownAccount, plan: PlanOfHolder, pointer: string): AccountState {
  const { refusals = 0, bannedUntil = null, banSeconds } = shown;
  const windows = Object.entries(shown.windows).map(([name, { used, openedAt }]) => {
    const place = pointerTo(pointer, 'windows', name);
    windowOf(plan.name, plan.allowances, name, place);
    return { name, used, openedAt: secondsAt(pointerTo(place, 'openedAt'), openedAt) };
  });
  return {
    windows,
    refusals,
    bannedUntil: bannedUntil === null ? undefined : secondsAt(pointerTo(pointer, 'bannedUntil'), bannedUntil),
    banSeconds,
  };
}

/**
 * What a plan allows in a window.
 *
 * @throws Problem 400 for a window that the plan does not have
 */
function windowOf(plan: string, allowances: readonly Allowance[], window: string, pointer: string): Allowance {
  const allowance = allowances.find((candidate) => candidate.window === window);
  if (allowance !== undefined) return allowance;
  const known = allowances.map((candidate) => candidate.window).join(', ') || 'none, since nothing limits it';
  throw invalidControl(pointer, `is no window of the plan ${plan}; it has ${known}`);
}

/** An instant of the request's body, in Unix seconds. */
const secondsAt = (pointer: string, text: string): number => Math.floor(readInstant(text, inBody(pointer)) / 1000);
