import { createLedger } from './ledger';
import { describeLedger } from './ledger.behaviour';
import { describeLedgerByExample } from './ledger-examples.behaviour';
import { describeLedgerUsage } from './ledger-usage.behaviour';
import { describeLedgerUsageByExample } from './ledger-usage-examples.behaviour';

describeLedger('a ledger in memory', createLedger);
describeLedgerByExample('a ledger in memory', createLedger);
describeLedgerUsage('a ledger in memory', createLedger);
describeLedgerUsageByExample('a ledger in memory', createLedger);
