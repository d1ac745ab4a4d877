import { dirname, join } from 'node:path';
import { SHIPPED_DOCUMENT } from '../../../openapi/contract';
import type { Application } from '../reach/application';
import { admit, type Does, FLAGS, READER, tokenOf } from './access';
import { type Handlers, openAccounts } from './accounts';
import { clientsAndPlants } from './clients-and-plants';
import { deposits } from './deposits';
import { labels } from './labels';
import { purchases, purchasesOf } from './purchases';
import { reports } from './reports';

/** The depot, which keeps its document but for what it `does`. The build leaves the document where it is. */
export const depot = (does: Does): Application => ({
  document: join(dirname(SHIPPED_DOCUMENT), '../tools/selftest/depot/depot.yaml'),
  flags: FLAGS,
  admit: (headers, method, address) => admit(headers, method, address, does),
  spares: (name) => name === 'Idempotency-Key' && does('a key may be missing'),
  problem: ({ status, message, headers }) => ({ status, headers, body: { code: `E${status}`, message } }),
  finish: (reply, { method, headers }) =>
    method !== 'GET' && tokenOf(headers) === READER && does('what the reader does is refused, and done')
      ? { status: 403, body: { code: 'E403', message: 'Forbidden' } }
      : reply,
  open: () => open(does),
});

function open(does: Does): Handlers {
  const accounts = openAccounts(does);
  const kept = purchasesOf(does, accounts);
  return {
    ...clientsAndPlants(does, accounts),
    ...purchases(does, accounts, kept),
    ...labels(does, accounts, kept),
    ...deposits(does, accounts, kept),
    ...reports(does, accounts),
    listStaff: () => ({ status: 200, body: { data: [{ name: 'Mona' }] } }),
  };
}
