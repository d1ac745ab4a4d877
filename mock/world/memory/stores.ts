import { createChances, createRandom } from '../rules/random';
import { NO_DEADLINE } from '../stores/deadline';
import { KNOWN_ADDRESSES } from '../stores/ledger';
import type { WorldState } from '../stores/model';
import type { RecordStore } from '../stores/records';
import type { StateOptions, Stores } from '../stores/stores';
import { createMemoryBirths } from './births';
import { createMemoryChoices } from './choices';
import { createMemoryClock } from './clock';
import { createMemoryFaults } from './faults';
import { createMemoryJournal } from './journal';
import { createJournalMemory } from './journal-memory';
import { createMemoryKeyring } from './keyring';
import { createKnownAddresses } from './known-addresses';
import { createMemoryLedger } from './ledger';
import { createMemoryNotices } from './notices';
import { realTime } from './real-time';
import { createMemoryRecords } from './records';
import { createSharedRoom } from './room';
import { createMemorySessions } from './sessions';
import { createMemoryHome } from './state-home';

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
    createMemoryRecords(indexedBy, () => shared.open(terms));
  const emptyState = (options: StateOptions): WorldState => {
    const ledger = createMemoryLedger(options.bans, addresses);
    // Faults draw from numbers of their own, so that switching one on changes no made-up value.
    const faults = createMemoryFaults(createChances(~options.seed), options.prefix, shared.open(NOTHING));
    return {
      clock: createMemoryClock(real),
      records: emptyRecords(options),
      aside: createMemoryRecords(() => [], shared.openAside),
      ledger,
      journal: createMemoryJournal(options.journalSize, options.prefix, journals),
      faults,
      random: createRandom(options.seed),
      choices: createMemoryChoices(options.chosen),
      births: createMemoryBirths(real),
      admit({ moment, account, allowances, facts }) {
        const decision = allowances && ledger.spend(account, allowances, moment.now);
        const mayStrike = facts !== undefined && (decision === undefined || decision.outcome === 'served');
        return { moment, decision, effect: mayStrike ? faults.strike(facts) : undefined };
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
    home: (options, fill) => createMemoryHome({ emptyState, emptyRecords }, options, fill),
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
