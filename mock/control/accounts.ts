import { type Allowance, pointerTo } from '../../openapi/contract';
import type { ShownAccount } from '../../openapi/types/control';
import { instantText, toInstant } from '../observe/instant';
import { accountOfAddress, accountOfKey, keyOfAccount } from '../world/rules/account-names';
import type { AccountState, Accounts } from '../world/stores/ledger';
import type { World } from '../world/stores/model';
import { readInstant } from './instant';
import { inBody, invalidControl } from './problems';

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
export function windowOf(plan: string, allowances: readonly Allowance[], window: string, pointer: string): Allowance {
  const allowance = allowances.find((candidate) => candidate.window === window);
  if (allowance !== undefined) return allowance;
  const known = allowances.map((candidate) => candidate.window).join(', ') || 'none, since nothing limits it';
  throw invalidControl(pointer, `is no window of the plan ${plan}; it has ${known}`);
}

/** An instant of the request's body, in Unix seconds. */
const secondsAt = (pointer: string, text: string): number => Math.floor(readInstant(text, inBody(pointer)) / 1000);
