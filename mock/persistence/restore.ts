import { type Contract, ContractError, jsonMediaType, validatorOf } from '../../openapi/contract';
import { readControl } from '../control/document';
import { checkRule } from '../control/fault-rules';
import { Problem } from '../errors/problems';
import type { Engine } from '../pipeline/model';
import { createFit } from '../resources/fitting';
import type { Fault } from '../world/stores/fault';
import type { World, WorldState } from '../world/stores/model';
import type { Batch, Id, StoredRecord } from '../world/stores/records';
import type { SavedClock, SavedState } from './model';

/**
 * Puts a saved state in place of a world's. Records and faults that the contract does not allow any more are left out.
 *
 * @param notice called with a sentence about what was left out
 * @throws ContractError where the contract allows none of the records: the file belongs to another one
 */
export async function restoreWorld(
  engine: Engine,
  world: World,
  file: string,
  saved: SavedState,
  notice: (text: string) => void,
): Promise<void> {
  const { kept, misfits } = sorted(engine.contract, saved.records);
  const [first] = misfits;
  if (first !== undefined && [...kept.values()].every(({ size }) => size === 0)) {
    const remedy = 'Name another file with --state, or delete this one to begin with the fixtures.';
    throw new ContractError(file, '', `has no record that fits the contract. The first: ${first}`, remedy);
  }
  const faults = await knownFaults(engine, world, saved.faults);
  const { state } = world;
  setClock(state, saved.clock);
  await state.records.restore(kept, saved.ids);
  await state.ledger.restore(saved.accounts, state.clock.now());
  await state.faults.restore(faults);
  const lost = saved.faults.length - faults.length;
  if (first !== undefined) notice(`${file}: ${leftOut(misfits.length, 'record')}; the first: ${first}`);
  if (lost > 0) notice(`${file}: ${leftOut(lost, 'fault')}.`);
}

const leftOut = (count: number, what: string): string =>
  count === 1
    ? `1 ${what} does not fit the contract any more and is left out`
    : `${count} ${what}s do not fit the contract any more and are left out`;

interface Sorted {
  readonly kept: ReadonlyMap<string, ReadonlyMap<Id, StoredRecord>>;
  /** A sentence for each record that does not fit. */
  readonly misfits: readonly string[];
}

function sorted(contract: Contract, batches: readonly Batch[]): Sorted {
  const misfitOf = createFit(contract);
  const kept = new Map<string, Map<Id, StoredRecord>>();
  const misfits: string[] = [];
  for (const { collection, records } of batches) {
    const ofCollection = kept.get(collection) ?? new Map<Id, StoredRecord>();
    kept.set(collection, ofCollection);
    for (const [id, record] of records) {
      const misfit = misfitOf(collection, id, record);
      if (misfit === undefined) ofCollection.set(id, record);
      else misfits.push(misfit);
    }
  }
  return { kept, misfits };
}

/** The faults that the control plane would take back, with their ids and counts. */
async function knownFaults(engine: Engine, world: World, saved: readonly unknown[]): Promise<readonly Fault[]> {
  // Most worlds have none, and then the control plane's document need not be read.
  if (saved.length === 0) return [];
  const { contract } = await readControl();
  const putState = contract.operations.find(({ method, path }) => method === 'PUT' && path === '/state');
  const validate = validatorOf(jsonMediaType(putState?.body?.content ?? [])?.schema ?? {}, 'request');
  return saved.flatMap((one): readonly Fault[] => {
    if (validate({ faults: [one] }) !== undefined) return [];
    // The control plane's document describes a fault.
    const fault = one as Fault;
    try {
      checkRule(engine, world, fault.rule, '');
      return [fault];
    } catch (error) {
      if (error instanceof Problem) return [];
      throw error;
    }
  });
}

function setClock({ clock }: WorldState, { frozen, now, ahead }: SavedClock): void {
  if (frozen) {
    clock.freeze();
    clock.set(now);
  } else if (ahead !== 0) {
    clock.set(clock.real() + ahead);
  }
}
