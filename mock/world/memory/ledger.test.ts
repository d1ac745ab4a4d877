import { describeLedger } from '../stores/ledger.behaviour';
import { describeLedgerByExample } from '../stores/ledger-examples.behaviour';
import { describeLedgerUsage } from '../stores/ledger-usage.behaviour';
import { describeLedgerUsageByExample } from '../stores/ledger-usage-examples.behaviour';
import { createMemoryLedger } from './ledger';

describeLedger('a ledger in memory', createMemoryLedger);
describeLedgerByExample('a ledger in memory', createMemoryLedger);
describeLedgerUsage('a ledger in memory', createMemoryLedger);
describeLedgerUsageByExample('a ledger in memory', createMemoryLedger);
