import { clearTimeout, setTimeout } from 'node:timers';
import { type Contract, ContractError, reasonOf, validatorOf } from '../../openapi/contract';
import type { Fault } from '../../openapi/types/control';
import { bodySchemaOf } from '../control/document';
import { checkRule } from '../control/faults';
import type { Live } from '../control/model';
import { Problem } from '../errors/problems';
import { isWritable } from '../observe/instant';
import { keepReplies } from '../pipeline/idempotency';
import type { Engine } from '../pipeline/model';
import { createFit } from '../resources/record';
import type { Entry } from '../world/stores/journal';
import type { World, WorldState } from '../world/stores/model';
import type { Batch, Id, StoredRecord } from '../world/stores/records';
import { StoreFull } from '../world/stores/store';
import { lock, unwritable } from './lock';
import { copyBeside, REMEDY, removeLeftovers, replaceFile, targetOf } from './replace-file';
import { readState, readStateFile, type SavedClock, type SavedState, textOf } from './state-file';

/** A world that outlives the process. */
export interface Persistence {
  /** Waits until what has changed is saved: soon, or at once. Where that fails it is tried again later, and no longer waited for. */
  settled(when: 'soon' | 'at once'): Promise<void>;
  /** Saves what is not saved yet, and gives the file back; ContractError if it could not be saved. */
  close(): Promise<void>;
}

/**
 * Restores the default world from a file, and saves it there from then on: within a second of each change, and at the end.
 *
 * @param notice called with a sentence about what was left out, or could not be saved
 * @throws ContractError for a file that can't be used, which is left as it is
 */
export async function persist(live: Live, file: string, notice: (text: string) => void): Promise<Persistence> {
  const target = await targetOf(file);
  const unlock = await lock(target);
  const { main } = live.engine.worlds;
  const save = (): Promise<void> => replaceFile(target, textOf(live.engine.contract, main.state));
  try {
    const saved = await readStateFile(target, live.engine.contract);
    const leftOut = saved === undefined ? [] : await restoreWorld(live.engine, main, target, saved);
    const toFile = (error: unknown): never => {
      throw unwritable(target, error);
    };
    if (leftOut.length > 0) {
      const copy = await copyBeside(target).catch(toFile);
      notice(`${target}: ${leftOut.join(' ')} The file as it was is kept in ${copy}.`);
    }
    await removeLeftovers(target).then(save).catch(toFile);
  } catch (error) {
    await unlock();
    throw error;
  }
  const report = (error: unknown): void => {
    const sentence =
      error === undefined ? undefined : `${target} can't be written: ${reasonOf(error)}. It is tried again.`;
    live.engine.warnings.set('state', sentence);
    notice(sentence ?? `${target} is written again.`);
    main.notices.announce();
  };
  const saving = saveAfterChanges(main, save, report);
  return {
    settled: saving.settled,
    async close() {
      try {
        await saving.end();
      } catch (error) {
        const remedy = 'The state was not saved at the end: what has changed since the last time is lost.';
        throw new ContractError(target, '', unwritable(target, error).problem, remedy);
      } finally {
        await unlock();
      }
    },
  };
}

/** The default world as the text of a state file. */
export async function exportState({ engine }: Live): Promise<string> {
  let text = '';
  for await (const piece of textOf(engine.contract, engine.worlds.main.state)) text += piece;
  return text;
}

/**
 * Puts the text of a state file in place of the default world.
 *
 * @throws ContractError for a text that can't be used; then the world is as it was
 */
export async function importState({ engine }: Live, text: string): Promise<void> {
  const { main } = engine.worlds;
  try {
    const saved = readState('the state', text, engine.contract);
    await restoreWorld(engine, main, 'the state', saved, () => main.reset());
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw new ContractError(
      error.source,
      error.pointer,
      error.problem,
      'Give what exportState gave, or a file of --state.',
    );
  }
  main.notices.announce();
}

/** How long changes are gathered before they are saved, in milliseconds. */
const GATHER_MS = 250;
/** A failed attempt is followed by another after so long. */
const RETRY_MS = 1000;
/** So many times as long as a save took, the next one waits: a large world must not be saved all the time. */
const REST = 3;

/**
 * Saves a world soon after each change, one save at a time.
 *
 * @param report called with the error when saving begins to fail, and with undefined when it is well again
 * @returns `settled` waits until what has changed is saved; `end` saves it at once, and stops: it throws what `save` throws
 */
function saveAfterChanges(
  world: World,
  save: () => Promise<void>,
  report: (error: unknown) => void,
): Pick<Persistence, 'settled'> & { end(): Promise<void> } {
  let isChanged = false;
  let isFailing = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<void> | undefined;
  const waiting: (() => void)[] = [];
  let rest = GATHER_MS;

  const saveNow = async (): Promise<void> => {
    isChanged = false;
    const served = waiting.splice(0);
    const begun = performance.now();
    try {
      await save();
      rest = Math.max(GATHER_MS, REST * (performance.now() - begun));
      if (isFailing) report(undefined);
      isFailing = false;
    } catch (error) {
      isChanged = true;
      rest = RETRY_MS;
      if (!isFailing) report(error);
      isFailing = true;
    }
    for (const resolve of served) resolve();
  };

  const begin = (): void => {
    clearTimeout(timer);
    timer = undefined;
    saving ??= saveNow().finally(() => {
      saving = undefined;
      if (isChanged) schedule();
    });
  };

  const schedule = (): void => {
    if (timer !== undefined || saving !== undefined || isClosed) return;
    timer = setTimeout(begin, rest);
    timer.unref();
  };

  const change = (): void => {
    isChanged = true;
    schedule();
  };
  let { journal } = world.state;
  const hear = (entry: Entry): void => {
    if (mayChange(world, entry)) change();
  };
  let stopJournal = journal.listen(hear);
  const stopNotices = world.notices.listen(() => {
    change();
    // A reset gives the world another journal.
    if (world.state.journal === journal) return;
    stopJournal();
    journal = world.state.journal;
    stopJournal = journal.listen(hear);
  });

  return {
    async settled(when) {
      // One that is under way may have begun before the last change.
      await saving;
      if (!isChanged || isClosed) return;
      const saved = new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
      if (when === 'at once') begin();
      await saved;
    },
    async end() {
      isClosed = true;
      stopJournal();
      stopNotices();
      clearTimeout(timer);
      await saving;
      // What fails now is not tried again: the caller gets the error, not `report`.
      if (isChanged) await save();
    },
  };
}

/** Where requests cost no quota, reading leaves a world as it was unless there are faults, which count. */
function mayChange({ planLimits, state }: World, { method }: Entry): boolean {
  return planLimits || state.faults.lookAt !== 'nothing' || (method !== 'GET' && method !== 'HEAD');
}

/**
 * Puts a saved state in place of a world's. Records and faults that the contract does not allow any more are left out.
 *
 * @param begin called once it is known that the state can be used
 * @returns a sentence for each kind of what was left out
 * @throws ContractError for a clock that can't be set, and where the contract allows none of the records: the file belongs
 *   to another one
 */
async function restoreWorld(
  engine: Engine,
  world: World,
  file: string,
  saved: SavedState,
  begin: () => Promise<void> = async () => {},
): Promise<readonly string[]> {
  const { kept, misfits } = sorted(engine.contract, saved.records);
  const [first] = misfits;
  if (first !== undefined && [...kept.values()].every(({ size }) => size === 0)) {
    throw new ContractError(file, '', `has no record that fits the contract. The first: ${first}`, REMEDY);
  }
  const faults = await knownFaults(engine, world, saved.faults);
  const instant = instantOf(world.state, saved.clock, file);
  await begin();
  const { state } = world;
  setClock(state, saved.clock, instant);
  await state.clock.settled();
  try {
    await state.records.restore(kept, saved.ids);
    await state.ledger.restore(saved.accounts, state.clock.now());
    await state.faults.restore({ faults, chances: saved.chances });
    await keepReplies(state.aside, saved.replies);
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

/** The records that fit the contract, and a sentence for each of the others. */
function sorted(contract: Contract, batches: readonly Batch[]) {
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
  const validate = validatorOf(await bodySchemaOf('PUT', '/state'), 'request');
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

/**
 * Where a saved clock is now, in Unix milliseconds.
 *
 * @throws ContractError for an instant that a clock can't show
 */
function instantOf({ clock }: WorldState, { frozen, now, ahead }: SavedClock, file: string): number {
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
  return instant;
}

function setClock({ clock }: WorldState, { frozen, ahead }: SavedClock, instant: number): void {
  if (frozen) {
    clock.freeze();
    clock.set(instant);
  } else {
    clock.advance(ahead / 1000);
  }
}
