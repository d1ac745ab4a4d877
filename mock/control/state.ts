import { pointerTo } from '../../openapi/contract';
import type { State, StateChange } from '../../openapi/types/control';
import type { Engine } from '../pipeline/model';
import { type Fixtures, readFixtures } from '../resources/fixtures';
import type { World } from '../world/stores/model';
import { readAccounts, toShownAccounts } from './accounts';
import { readClock } from './clock';
import { checkRule } from './fault-rules';
import { readInstant } from './instant';
import { inBody, invalidControl, quoted } from './problems';
import { readOrRefuse } from './read-or-refuse';

/** What a state is read from. */
type Shown = Pick<World, 'state' | 'keys' | 'anonymous'>;

export async function readState(world: Shown): Promise<State> {
  const collections = await world.state.records.dump();
  const records = Object.fromEntries([...collections].map(([name, byId]) => [name, [...byId.values()]]));
  return { records, ...(await readStateBeside(world)) };
}

/** All of a state that is no record. */
export async function readStateBeside(world: Shown): Promise<Omit<State, 'records'>> {
  const { state } = world;
  return {
    allowances: toShownAccounts(world, await state.ledger.dump()),
    clock: readClock(state),
    ...(await state.faults.dump()),
  };
}

/**
 * Replaces the given parts of a world's state.
 *
 * @param read the records of the change where they have been read already
 * @throws Problem 400 for the first value that does not fit the contract; then nothing is changed
 */
export async function writeState(engine: Engine, world: World, change: StateChange, read?: Fixtures): Promise<void> {
  const { records, allowances, clock, faults, chances } = change;
  const collections =
    records && (read ?? readOrRefuse('/records', (refuse) => readFixtures('', records, engine.contract, refuse)));
  const accounts = allowances && readAccounts(world, allowances);
  const now = clock && readInstant(clock.now, inBody('/clock/now'));
  const ids = new Set<string>();
  for (const [index, { id, rule }] of (faults ?? []).entries()) {
    const pointer = pointerTo('/faults', index);
    checkRule(engine, world, rule, pointerTo(pointer, 'rule'));
    if (ids.has(id)) throw invalidControl(pointerTo(pointer, 'id'), `is ${quoted(id)}, the id of another`);
    ids.add(id);
  }

  if (collections !== undefined) await world.replaceRecords(collections);
  // A reset meanwhile has put another in its place.
  const { state } = world;
  // The new time decides how long a ban still lasts.
  if (accounts !== undefined) await state.ledger.restore(accounts, now ?? state.clock.now());
  await state.faults.restore({ faults, chances });
  // Last, since it moves at once: what fails before leaves the time as it was.
  if (clock !== undefined && now !== undefined) {
    // Frozen first, so that it stops at exactly this instant.
    state.clock.freeze();
    state.clock.set(now);
    if (!clock.frozen) state.clock.run();
    await state.clock.settled();
  }
}
