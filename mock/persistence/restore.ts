import { type Contract, ContractError, jsonMediaType, validatorOf } from '../../openapi/contract';
import type { Fault } from '../../openapi/types/control';
import { readControl } from '../control/document';
import { checkRule } from '../control/faults';
import { Problem } from '../errors/problems';
import { isWritable } from '../observe/instant';
import type { Engine } from '../pipeline/model';
import { createFit } from '../resources/record';
import type { World, WorldState } from '../world/stores/model';
import type { Batch, Id, StoredRecord } from '../world/stores/records';
import { StoreFull } from '../world/stores/store';
import { REMEDY, type SavedClock, type SavedState } from './state-file';

/**
 * Puts a saved state in place of a world's. Records and faults that the contract does not allow any more are left out.
 *
 * @returns a sentence for each kind of what was left out
 * @throws ContractError for a clock that can't be set, and where the contract allows none of the records: the file belongs
 *   to another one
 */
export async function restoreWorld(
  engine: Engine,
  world: World,
  file: string,
  saved: SavedState,
): Promise<readonly string[]> {
  const { kept, misfits } = sorted(engine.contract, saved.records);
  const [first] = misfits;
  if (first !== undefined && [...kept.values()].every(({ size }) => size === 0)) {
    throw new ContractError(file, '', `has no record that fits the contract. The first: ${first}`, REMEDY);
  }
  const faults = await knownFaults(engine, world, saved.faults);
  const { state } = world;
  setClock(state, saved.clock, file);
  await state.clock.settled();
  try {
    await state.records.restore(kept, saved.ids);
    await state.ledger.restore(saved.accounts, state.clock.now());
    await state.faults.restore({ faults, chances: saved.chances });
  } catch (error) {
    if (error instanceof StoreFull)
      throw new ContractError(file, '', 'has more than there is room for.', error.message);
    throw error;
  }
  const lost = saved.faults.length - faults.length;
  return [
    ...(first === undefined ? [] : [`${leftOut(misfits.length, 'record')}; the first: ${first}`]),
    ...(lost === 0 ? [] : [`${leftOut(lost, 'fault')}.`]),
  ];
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
  const ids = new Set<string>();
  return saved.flatMap((one): readonly Fault[] => {
    if (validate({ faults: [one] }) !== undefined) return [];
    // The control plane's document describes a fault.
    const fault = one as Fault;
    if (ids.has(fault.id)) return [];
    ids.add(fault.id);
    try {
      checkRule(engine, world, fault.rule, '');
      return [fault];
    } catch (error) {
      if (error instanceof Problem) return [];
      throw error;
    }
  });
}

/** @throws ContractError for an instant that a clock can't show */
function setClock({ clock }: WorldState, { frozen, now, ahead }: SavedClock, file: string): void {
  const instant = frozen ? now : clock.real() + ahead;
  if (!isWritable(instant)) {
    const pointer = frozen ? '/clock/now' : '/clock/ahead';
    throw new ContractError(
      file,
      pointer,
      'is no whole state: it leads to no instant that the clock can show.',
      REMEDY,
    );
  }
  if (frozen) {
    clock.freeze();
    clock.set(instant);
  } else {
    clock.advance(ahead / 1000);
  }
}
