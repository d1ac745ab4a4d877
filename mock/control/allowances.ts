import { type Allowance, own, pointerTo } from '../../openapi/contract';
import type { AllowanceChange, AllowanceState, ShownAccount } from '../../openapi/types/control';
import { behavioursOf } from '../behaviours';
import { instantText, toInstant } from '../observe/instant';
import { accountOfAddress, accountOfKey, keyOfAccount } from '../world/rules/account';
import type { AccountState, Accounts, RunningAllowance } from '../world/stores/ledger';
import type { ApiKey, World, WorldState } from '../world/stores/model';
import { readInstant } from './clock';
import { inBody, invalidControl, noSuch, planLimitsOff } from './problems';

/** The key or address that an account of the ledger belongs to. */
interface Holder extends Omit<ApiKey, 'allowances'> {
  readonly allowances: readonly RunningAllowance[];
  readonly account: string;
}

/** First each key of the world, then these addresses, as the ledger names them. */
function holdersOf(world: World, { choices }: WorldState, addresses: readonly string[]): readonly Holder[] {
  const { keys, anonymous, leftOpen } = world;
  const { windows } = behavioursOf(choices.chosen, leftOpen);
  const ofAddress = { plan: anonymous.name, allowances: windows(anonymous.allowances, undefined), revoked: false };
  return [
    ...keys.map((key) => ({
      ...key,
      allowances: windows(key.allowances, undefined),
      account: accountOfKey(key.name),
    })),
    ...addresses.map((account) => ({ ...ofAddress, name: account, account })),
  ];
}

/** Those, with each address that has sent requests without a key. */
async function presentHolders(world: World, state: WorldState): Promise<readonly Holder[]> {
  const accounts = await state.ledger.accounts();
  return holdersOf(
    world,
    state,
    accounts.filter((account) => account.startsWith(accountOfAddress(''))),
  );
}

/** First each key of the world, then each address that has sent requests without one. */
export async function listAllowances(world: World): Promise<readonly AllowanceState[]> {
  const { state } = world;
  const holders = await presentHolders(world, state);
  const now = state.clock.now();
  return Promise.all(holders.map((holder) => readAllowance(state, holder, now)));
}

/** @throws Problem 404 for an unknown name, 400 for a window that its plan does not have, 409 if plan limits are off */
export async function setAllowance(world: World, name: string, change: AllowanceChange): Promise<AllowanceState> {
  const { state } = world;
  const now = state.clock.now();
  const holders = await presentHolders(world, state);
  const holder = holders.find((candidate) => candidate.name === name);
  if (holder === undefined) {
    const known = holders.map((one) => one.name);
    throw noSuch('key', name, known);
  }
  if (!world.planLimits) throw planLimitsOff();
  const { account, allowances } = holder;
  const { bannedSeconds } = change;
  await state.ledger.set(account, allowances, { used: usedAfter(holder, change), bannedSeconds }, now);
  return readAllowance(state, holder, now);
}

/** The number of used requests after the change, by window. */
function usedAfter(holder: Holder, change: AllowanceChange): Readonly<Record<string, number>> {
  // The cast is true: JSON has no undefined.
  const { used = {}, left = {} } = change as Readonly<
    Record<'used' | 'left', Readonly<Record<string, number>> | undefined>
  >;
  for (const window of Object.keys(used)) windowOf(holder, window, pointerTo('/used', window));
  const fromLeft = Object.entries(left).map(([window, count]) => {
    const pointer = pointerTo('/left', window);
    const { requests } = windowOf(holder, window, pointer);
    if (count > requests) throw invalidControl(pointer, `must be at most ${requests}, not ${count}`);
    if (own(used, window) !== undefined) throw invalidControl(pointer, 'must be absent, since "used" has it');
    return [window, requests - count] as const;
  });
  return Object.fromEntries([...Object.entries(used), ...fromLeft]);
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

/** @throws Problem 400 for an unknown key, a window that its plan does not have, and an invalid instant */
export function readAccounts(world: World, allowances: Readonly<Record<string, ShownAccount>>): Accounts {
  const address = accountOfAddress('');
  const addresses = Object.keys(allowances).filter((name) => name.startsWith(address) && name !== address);
  // A key goes before an address of its name.
  const byName = new Map(
    holdersOf(world, world.state, addresses)
      .toReversed()
      .map((holder) => [holder.name, holder]),
  );
  return new Map(
    Object.entries(allowances).map(([name, shown]): [string, AccountState] => {
      const pointer = pointerTo('/allowances', name);
      const holder = byName.get(name);
      if (holder !== undefined) return [holder.account, readAccount(shown, holder, pointer)];
      const known = world.keys.map((key) => key.name).join(', ') || 'none';
      throw invalidControl(pointer, `is no key here; there are ${known}`);
    }),
  );
}

function readAccount(shown: ShownAccount, holder: Holder, pointer: string): AccountState {
  const { refusals = 0, bannedUntil = null, banSeconds } = shown;
  const windows = Object.entries(shown.windows).map(([name, { used, openedAt }]) => {
    const place = pointerTo(pointer, 'windows', name);
    windowOf(holder, name, place);
    return { name, used, openedAt: secondsAt(pointerTo(place, 'openedAt'), openedAt) };
  });
  return {
    windows,
    refusals,
    bannedUntil: bannedUntil === null ? undefined : secondsAt(pointerTo(pointer, 'bannedUntil'), bannedUntil),
    banSeconds,
  };
}

/** @throws Problem 400 for a window that the plan does not have */
function windowOf({ plan, allowances }: Holder, window: string, pointer: string): Allowance {
  const allowance = allowances.find((candidate) => candidate.window === window);
  if (allowance !== undefined) return allowance;
  const known =
    allowances.map((candidate) => candidate.window).join(', ') ||
    'none: x-plans in the document gives it none, or its session is unlimited';
  throw invalidControl(pointer, `is no window of the plan ${plan}; it has ${known}`);
}

/** An instant of the request's body, in Unix seconds. */
const secondsAt = (pointer: string, text: string): number => Math.floor(readInstant(text, inBody(pointer)) / 1000);
