import { createLedger } from './ledger';
import { describeLedger } from './ledger.behaviour';
import { describeLedgerByExample } from './ledger-examples.behaviour';

describeLedger('a ledger in memory', createLedger);
describeLedgerByExample('a ledger in memory', createLedger);
