import type { Entry } from '../world/stores/journal';
import type { World } from '../world/stores/model';

/** How long changes are gathered before they are saved, in milliseconds. */
const GATHER_MS = 250;
/** A failed attempt is followed by another after so long. */
const RETRY_MS = 1000;
/** So many times as long as a save took, the next one waits: a large world must not be saved all the time. */
const REST = 3;

export interface Saver {
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
export function createSaver(world: World, save: () => Promise<void>, tell: (error: unknown) => void): Saver {
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
