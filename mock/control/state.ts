import { pointerTo, stringifyJson } from '../../openapi/contract';
import type { State, StateChange } from '../../openapi/types/control';
import type { Log } from '../observe/log';
import { keepReplies, keptReplies } from '../pipeline/idempotency';
import type { Engine } from '../pipeline/model';
import { type Fixtures, readFixtures } from '../resources/fixtures';
import type { Turns } from '../world/rules/turns';
import type { World } from '../world/stores/model';
import type { Batch, CollectionSnapshot } from '../world/stores/records';
import { readAccounts, toShownAccounts } from './allowances';
import { readClock, readInstant } from './clock';
import { checkRule } from './faults';
import { inBody, invalidControl, quoted, readOrRefuse } from './problems';
import { arrayText, type StreamReply, streamedJson } from './stream-reply';

/** What a state is read from. */
type Shown = Pick<World, 'state' | 'keys' | 'anonymous'>;

export async function readState(world: Shown): Promise<State> {
  const collections = await world.state.records.dump();
  const records = Object.fromEntries([...collections].map(([name, byId]) => [name, [...byId.values()]]));
  return { records, ...(await readStateBeside(world)) };
}

/** All of a state that is no record. */
async function readStateBeside(world: Shown): Promise<Omit<State, 'records'>> {
  const { state } = world;
  const replies = await keptReplies(state.aside);
  return {
    allowances: toShownAccounts(world, await state.ledger.dump()),
    clock: readClock(state),
    ...(await state.faults.dump()),
    ...(replies && { replies }),
  };
}

/**
 * Replaces the given parts of a world's state.
 *
 * @param read the records of the change where they have been read already
 * @throws Problem 400 for the first value that does not fit the contract; then nothing is changed
 */
export async function writeState(engine: Engine, world: World, change: StateChange, read?: Fixtures): Promise<void> {
  const { records, allowances, clock, faults, chances, replies } = change;
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
  if (collections !== undefined || replies !== undefined) await keepReplies(world.state.aside, replies);
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

/** A state of more records is written while it is sent. */
const AT_ONCE = 1000;

/** A world as one JSON document, as it is at one moment; a stream where it is long. */
export async function showState(world: World, turns: Turns, log: Log): Promise<State | StreamReply> {
  const collections = await world.state.records.collections();
  const count = collections.reduce((sum, collection) => sum + collection.count, 0);
  if (count <= AT_ONCE) return readState(world);
  return streamedJson(turns, () => stateText(world), log);
}

async function* stateText(world: World): AsyncGenerator<string> {
  const { state, keys, anonymous } = world;
  const { collections, close } = await state.records.snapshot();
  try {
    const beside = await readStateBeside({ state, keys, anonymous });
    yield '{"records":{';
    let separator = '';
    for (const collection of collections) {
      yield `${separator}${stringifyJson(collection.name)}:`;
      yield* arrayText(recordsOf(collection));
      separator = ',';
    }
    yield `},${stringifyJson(beside).slice(1)}`;
  } finally {
    close();
  }
}

async function* recordsOf({ batches }: CollectionSnapshot): AsyncGenerator<Batch['records'][number][1][]> {
  for await (const batch of batches()) yield batch.map(([, record]) => record);
}
