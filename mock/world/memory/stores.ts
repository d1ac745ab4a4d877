import type { Chosen } from '../../../openapi/behaviours/chosen';
import { createChances, createRandom } from '../rules/random';
import { NO_DEADLINE } from '../stores/admission';
import { KNOWN_ADDRESSES } from '../stores/ledger';
import type { ChoiceStore, Notices, WorldState } from '../stores/model';
import type { RecordStore } from '../stores/records';
import type { Awaitable } from '../stores/store';
import type { StateHome, StateOptions, Stores } from '../stores/stores';
import { createMemoryClock, realTime } from './clock';
import { createMemoryFaults } from './faults';
import { createJournalMemory, createMemoryJournal } from './journal';
import { createMemoryKeyring } from './keyring';
import { createKnownAddresses, createMemoryLedger } from './ledger';
import { createMemoryRecords } from './records';
import { createSharedRoom } from './room';
import { createMemorySessions } from './sessions';

/** How many bytes the stores of all worlds may take. */
export interface StoreBounds {
  /** Records, fault rules and fixtures. */
  readonly records: number;
  readonly journals: number;
  /** What the mock may be started with, so that there is more room for records. */
  readonly remedy: string;
}

/**
 * Stores in this process's memory.
 *
 * @param real the real time, in Unix milliseconds
 */
export function memoryStores(real: () => number = realTime, bounds: StoreBounds = WITHOUT_BOUNDS): Stores {
  const shared = createSharedRoom(bounds.records, bounds.remedy);
  const journals = createJournalMemory(bounds.journals);
  const addresses = createKnownAddresses(KNOWN_ADDRESSES);
  const emptyRecords = ({ indexedBy, ...terms }: StateOptions): RecordStore =>
    createMemoryRecords(indexedBy, () => shared.open(terms), real);
  const emptyState = (options: StateOptions): WorldState => {
    const ledger = createMemoryLedger(options.bans, addresses);
    // Faults draw from numbers of their own, so that switching one on changes no made-up value.
    const faults = createMemoryFaults(createChances(~options.seed), options.prefix, shared.open(NOTHING));
    return {
      clock: createMemoryClock(real),
      records: emptyRecords(options),
      aside: createMemoryRecords(() => [], shared.openUnbounded, real),
      ledger,
      journal: createMemoryJournal(options.journalSize, options.prefix, journals),
      faults,
      random: createRandom(options.seed),
      choices: createMemoryChoices(options.chosen),
      admit({ moment, account, allowances, facts }) {
        const decision = allowances && ledger.consume(account, allowances, moment.now);
        const mayApply = facts !== undefined && (decision === undefined || decision.outcome === 'served');
        return { moment, decision, effect: mayApply ? faults.apply(facts) : undefined };
      },
    };
  };
  const homeOf = async (options: StateOptions, fill: Parameters<StateHome['renew']>[1]): Promise<StateHome> => {
    let hasEnded = false;
    let present = await filled(emptyState(options), fill, leaveState);
    return {
      get present() {
        return present;
      },
      catchUp() {},
      async renew(anew, fillAnew) {
        const made = await filled(emptyState(anew), fillAnew, leaveState);
        // Another renewal may have made another one meanwhile.
        const before = present;
        present = made;
        await leaveState(before);
        if (hasEnded) await leaveState(made);
      },
      async renewRecords(anew, fillAnew) {
        const records = await filled(emptyRecords(anew), fillAnew, (made) => made.leave());
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
  };
  return {
    keyring: createMemoryKeyring,
    sessions: (onEnd) => createMemorySessions(onEnd, real),
    notices: createMemoryNotices,
    transact: (work) => work(NO_DEADLINE),
    use: () => ({ records: shared.used, journals: journals.used }),
    droppedEntries: () => 0,
    reserve: shared.reserve,
    hold: shared.hold,
    home: homeOf,
    homeMadeElsewhere: () => undefined,
    close() {},
  };
}

/** Of what holds no records. */
const NOTHING = { maxRecords: 0, fixtures: new Map() };

const WITHOUT_BOUNDS: StoreBounds = {
  records: Number.POSITIVE_INFINITY,
  journals: Number.POSITIVE_INFINITY,
  remedy: 'more',
};

/** What was made, once `fill` has filled it; what can't be filled is left, so that it counts no longer. */
async function filled<T>(made: T, fill: (made: T) => Awaitable<void>, leave: (made: T) => Awaitable<void>): Promise<T> {
  try {
    await fill(made);
  } catch (error) {
    await leave(made);
    throw error;
  }
  return made;
}

/** What a state holds counts no longer, nor does what is still written to it. */
async function leaveState({ records, aside, ledger, faults, journal }: WorldState): Promise<void> {
  await Promise.all([records, aside, ledger, faults, journal].map(async (store) => store.leave()));
}

export function createMemoryNotices(): Notices {
  const listeners = new Set<() => void>();
  return {
    announce() {
      for (const hear of listeners) hear();
    },
    listen(hear) {
      // One function may listen twice, and each stops for itself.
      const listener = () => hear();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** @param atFirst what the world begins with */
export function createMemoryChoices(atFirst: Chosen | undefined): ChoiceStore {
  let chosen = atFirst;
  let turns = 0;
  return {
    get chosen() {
      return chosen;
    },
    choose(wanted) {
      chosen = wanted;
    },
    nextTurn: () => turns++,
  };
}
