import { ContractError, reasonOf } from '../../openapi/contract';
import type { Live } from '../control/model';
import type { Entry } from '../world/stores/journal';
import type { World } from '../world/stores/model';
import { lock, unwritable } from './lock';
import { copyBeside, removeLeftovers, replaceFile, targetOf } from './replace-file';
import { restoreWorld } from './restore';
import { type NamedContract, readStateFile, textOf } from './state-file';

/** A world that outlives the process. */
export interface Persistence {
  /**
   * Saves what is not saved yet, and gives the file back.
   *
   * @throws ContractError if it could not be saved
   */
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
  const save = (): Promise<void> => replaceFile(target, textOf(namedContract(live), main.state));
  try {
    const saved = await readStateFile(target, namedContract(live));
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
  const tell = (error: unknown): void => {
    const sentence =
      error === undefined ? undefined : `${target} can't be written: ${reasonOf(error)}. It is tried again.`;
    live.engine.warnings.set('state', sentence);
    notice(sentence ?? `${target} is written again.`);
    main.notices.announce();
  };
  const saver = createSaver(main, save, tell);
  return {
    async close() {
      try {
        await saver.close();
      } catch (error) {
        throw lost(target, error);
      } finally {
        await unlock();
      }
    },
  };
}

const lost = (file: string, error: unknown): ContractError =>
  new ContractError(
    file,
    '',
    unwritable(file, error).problem,
    'The state was not saved at the end: what has changed since the last time is lost.',
  );

const namedContract = ({ engine: { contract } }: Live): NamedContract => contract;

/** How long changes are gathered before they are saved, in milliseconds. */
const GATHER_MS = 250;
/** A failed attempt is followed by another after so long. */
const RETRY_MS = 1000;
/** So many times as long as a save took, the next one waits: a large world must not be saved all the time. */
const REST = 3;

interface Saver {
  /**
   * Saves what has changed since the last time, and stops.
   *
   * @throws whatever `save` throws; then that is lost
   */
  close(): Promise<void>;
}

/**
 * Saves a world soon after each change, one save at a time.
 *
 * @param tell called with the error when saving begins to fail, and with undefined when it is well again
 */
function createSaver(world: World, save: () => Promise<void>, tell: (error: unknown) => void): Saver {
  let isChanged = false;
  let isFailing = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<void> | undefined;
  let rest = GATHER_MS;

  const saveNow = async (): Promise<void> => {
    isChanged = false;
    const begun = performance.now();
    try {
      await save();
      rest = Math.max(GATHER_MS, REST * (performance.now() - begun));
      if (isFailing) tell(undefined);
      isFailing = false;
    } catch (error) {
      isChanged = true;
      rest = RETRY_MS;
      if (!isFailing) tell(error);
      isFailing = true;
    }
  };

  const schedule = (): void => {
    if (timer !== undefined || saving !== undefined || isClosed) return;
    timer = setTimeout(() => {
      timer = undefined;
      saving = saveNow().finally(() => {
        saving = undefined;
        if (isChanged) schedule();
      });
    }, rest);
    // In a DOM that tests run in, timers are numbers.
    timer.unref?.();
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
    async close() {
      isClosed = true;
      stopJournal();
      stopNotices();
      clearTimeout(timer);
      await saving;
      if (!isChanged) return;
      isChanged = false;
      // What fails now is not tried again: whoever closes hears of it, not `tell`.
      await save();
    },
  };
}

/** Where nothing is metered, reading leaves a world as it was unless there are faults, which count. */
function mayChange({ planLimits, state }: World, { method }: Entry): boolean {
  return planLimits || state.faults.lookAt !== 'nothing' || (method !== 'GET' && method !== 'HEAD');
}
