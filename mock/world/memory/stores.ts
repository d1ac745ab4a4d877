import { createChances, createRandom } from '../rules/random';
import type { Stores } from '../stores/stores';
import { createMemoryClock } from './clock';
import { createMemoryFaults } from './faults';
import { createMemoryJournal } from './journal';
import { createMemoryKeyring } from './keyring';
import { createMemoryLedger } from './ledger';
import { createMemoryNotices } from './notices';
import { realTime } from './real-time';
import { createMemoryRecords } from './records';
import { createMemorySessions } from './sessions';

/**
 * Stores in this process's memory.
 *
 * @param real the real time, in Unix milliseconds
 */
export const memoryStores = (real: () => number = realTime): Stores => ({
  keyring: createMemoryKeyring,
  sessions: (onEnd) => createMemorySessions(onEnd, real),
  notices: createMemoryNotices,
  emptyRecords: ({ indexedBy }) => createMemoryRecords(indexedBy),
  emptyState: ({ prefix, bans, journalSize, seed, indexedBy }) => ({
    clock: createMemoryClock(real),
    records: createMemoryRecords(indexedBy),
    ledger: createMemoryLedger(bans),
    journal: createMemoryJournal(journalSize, prefix),
    // Faults draw from numbers of their own, so that switching one on changes no made-up value.
    faults: createMemoryFaults(createChances(~seed), prefix),
    random: createRandom(seed),
  }),
});
