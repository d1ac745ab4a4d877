import type { WorldState } from '../stores/model';
import type { RecordStore } from '../stores/records';
import type { StateHome, StateOptions } from '../stores/stores';

/** Makes what a state in this process's memory consists of. */
interface Making {
  emptyState(options: StateOptions): WorldState;
  emptyRecords(options: StateOptions): RecordStore;
}

/** @throws what `fill` throws */
export async function createMemoryHome(
  { emptyState, emptyRecords }: Making,
  options: StateOptions,
  fill: Parameters<StateHome['renew']>[1],
): Promise<StateHome> {
  let hasEnded = false;
  let present = emptyState(options);
  await fill(present);
  return {
    get present() {
      return present;
    },
    async renew(anew, fillAnew) {
      const made = emptyState(anew);
      await fillAnew(made);
      // Another renewal may have made another one meanwhile.
      const before = present;
      present = made;
      await leaveState(before);
      if (hasEnded) await leaveState(made);
    },
    async renewRecords(anew, fillAnew) {
      const records = emptyRecords(anew);
      try {
        await fillAnew(records);
      } catch (error) {
        await records.leave();
        throw error;
      }
      const before = present;
      present = { ...before, records };
      await before.records.leave();
      if (hasEnded) await records.leave();
    },
    async leave() {
      hasEnded = true;
      await leaveState(present);
    },
  };
}

/** What a state holds counts no longer, nor does what is still written to it. */
async function leaveState({ records, aside, ledger, faults, journal }: WorldState): Promise<void> {
  await Promise.all([records, aside, ledger, faults, journal].map(async (store) => store.leave()));
}
