import { createMemoryFaults } from '../memory/faults';
import { createMemoryJournal } from '../memory/journal';
import { createMemoryKeyring } from '../memory/keyring';
import { createMemoryLedger } from '../memory/ledger';
import { createMemoryRecords } from '../memory/records';
import { createChances } from '../rules/random';
import { describeFaults } from '../stores/faults.behaviour';
import { describeFaultsByExample } from '../stores/faults-examples.behaviour';
import { describeJournal } from '../stores/journal.behaviour';
import { describeKeyring } from '../stores/keyring.behaviour';
import { describeLedgerByExample } from '../stores/ledger-examples.behaviour';
import { describeRecordStoreBounds } from '../stores/records-bounds.behaviour';
import { describeRecordStoreChanges } from '../stores/records-changes.behaviour';
import { describeRecordStoreByExample } from '../stores/records-examples.behaviour';
import { roomsOf } from './rooms';
import { slow } from './slow-stores';

const slowFaults = (chances: number, prefix: string) => slow(createMemoryFaults(createChances(chances), prefix));

// The suites must not depend on an answer at once, which another implementation can't give.
describeRecordStoreByExample('a slow store', () => slow(createMemoryRecords()));
describeRecordStoreBounds('a slow store', (bounds) => slow(createMemoryRecords(undefined, roomsOf(bounds))));
describeRecordStoreChanges('a slow store', () => slow(createMemoryRecords()));
describeLedgerByExample('a slow ledger', (bans) => slow(createMemoryLedger(bans)));
describeJournal('a slow journal', (...given) => slow(createMemoryJournal(...given), ['add', 'listen']));
describeFaults('slow faults', slowFaults);
describeFaultsByExample('a slow fault', slowFaults);
describeKeyring('a slow keyring', () => slow(createMemoryKeyring(), ['has', 'lengthsFrom']));
