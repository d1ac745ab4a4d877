import { pointerTo } from '../../openapi/contract';
import type { Engine } from '../model';
import type { AccountState, Accounts } from '../world/account';
import { keyOf, ofKey } from '../world/account-names';
import type { Fault } from '../world/faults';
import { readFixtures } from '../world/fixtures';
import type { World } from '../world/model';
import type { StoredRecord } from '../world/records';
import { type ClockState, readClock } from './clock';
import { checkRule } from './faults';
import { readInstant, toInstant } from './instant';
import { invalidControl } from './problems';
import { strictly } from './strictly';

/** A world as one JSON document. */
export interface State {
  readonly records: Readonly<Record<string, readonly StoredRecord[]>>;
  readonly allowances: Readonly<Record<string, Usage>>;
  readonly clock: ClockState;
  readonly faults: readonly Fault[];
}

/** What an account has used, its instants in ISO 8601. */
export interface Usage {
  readonly windows: Readonly<Record<string, { readonly used: number; readonly openedAt: string }>>;
  readonly refusals?: number;
  readonly bannedUntil?: string | null;
  readonly banSeconds?: number;
}

export type StateChange = Partial<Omit<State, 'clock'>> & {
  readonly clock?: Pick<ClockState, 'now' | 'frozen'>;
};

export async function readState(world: World): Promise<State> {
  const [collections, accounts] = [await world.records.dump(), await world.ledger.dump()];
  return {
    records: Object.fromEntries([...collections].map(([name, byId]) => [name, [...byId.values()]])),
    allowances: Object.fromEntries([...accounts].map(([account, used]) => [keyOf(account) ?? account, usageOf(used)])),
    clock: readClock(world),
    faults: world.faults.list(),
  };
}

/**
 * Replaces the parts of a world that are given.
 *
 * @throws Problem 400 for the first place that does not fit the contract; then nothing has changed
 */
export async function writeState(engine: Engine, world: World, change: StateChange): Promise<State> {
  const { records, allowances, clock, faults } = change;
  const collections = records && strictly('/records', (refuse) => readFixtures('', records, engine.contract, refuse));
  const accounts = allowances && accountsOf(world, allowances);
  const now = clock && readInstant('/clock/now', clock.now);
  const ids = new Set<string>();
  for (const [index, { id, rule }] of (faults ?? []).entries()) {
    const pointer = pointerTo('/faults', index);
    checkRule(engine, world, rule, pointerTo(pointer, 'rule'));
    if (ids.has(id)) throw invalidControl(pointerTo(pointer, 'id'), `is "${id}", the id of another`);
    ids.add(id);
  }

  if (clock !== undefined && now !== undefined) {
    world.clock.set(now);
    if (clock.frozen) world.clock.freeze();
    else world.clock.run();
  }
  if (collections !== undefined) await world.records.restore(collections);
  // The clock first: by it the ledger knows how long a ban still lasts.
  if (accounts !== undefined) await world.ledger.restore(accounts, world.clock.now());
  if (faults !== undefined) world.faults.restore(faults);
  return readState(world);
}

const usageOf = ({ windows, refusals, bannedUntil, banSeconds }: AccountState): Usage => ({
  windows: Object.fromEntries(
    [...windows].map(([name, { used, openedAt }]) => [
      name,
      { used, openedAt: new Date(openedAt * 1000).toISOString() },
    ]),
  ),
  refusals,
  bannedUntil: toInstant(bannedUntil),
  ...(banSeconds === undefined ? {} : { banSeconds }),
});

function accountsOf({ keys }: World, allowances: Readonly<Record<string, Usage>>): Accounts {
  return new Map(
    Object.entries(allowances).map(([name, usage]): [string, AccountState] => {
      const key = keys.find((candidate) => candidate.name === name);
      const pointer = pointerTo('/allowances', name);
      if (key === undefined && !/^address ./.test(name)) {
        const known = keys.map((candidate) => candidate.name).join(', ');
        throw invalidControl(pointer, `is no key of this world; it has ${known}`);
      }
      const windows = Object.entries(usage.windows).map(([window, { used, openedAt }]) => {
        if (key !== undefined && !key.allowances.some((allowance) => allowance.window === window)) {
          throw invalidControl(pointerTo(pointer, 'windows', window), `is no window of the plan ${key.plan}`);
        }
        return [
          window,
          { used, openedAt: secondsAt(pointerTo(pointer, 'windows', window, 'openedAt'), openedAt) },
        ] as const;
      });
      const { refusals = 0, bannedUntil = null, banSeconds } = usage;
      const ban = bannedUntil === null ? undefined : secondsAt(pointerTo(pointer, 'bannedUntil'), bannedUntil);
      return [
        key === undefined ? name : ofKey(name),
        { windows: new Map(windows), refusals, bannedUntil: ban, banSeconds },
      ];
    }),
  );
}

/** An instant of the body in Unix seconds. */
const secondsAt = (pointer: string, text: string): number => Math.floor(readInstant(pointer, text) / 1000);
