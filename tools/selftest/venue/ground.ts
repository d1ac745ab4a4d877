import { withAdopted } from '../../../conformance/exchange/adopted';
import { withCredentials } from '../../../conformance/options/credentials';
import { flagsOf } from '../../../conformance/options/flags';
import { toRunOptions } from '../../../conformance/options/run-options';
import { loadContract } from '../../../openapi/contract';
import { startApplication } from '../reach/application';
import type { Fault, Lawful } from '../server/cases';
import { type Proving, proofOf } from '../server/prove';
import { bodyFaults } from './faults-bodies';
import { closureFaults, lawfulClosures } from './faults-closures';
import { filterFaults, listFaults, ownershipFaults } from './faults-lists';
import { lawfulProtection, protectionFaults } from './faults-protection';
import { relatedFaults } from './faults-related';
import { recordFaults } from './faults-states';
import { lawfulLists } from './lawful-lists';
import { lawfulStates } from './lawful-states';
import { venue } from './server/venue';

/** Requests for a venue: those that the suite takes by itself would do as well. */
export const VENUE_BUDGET = 4000;

/**
 * Servers that break one sentence of the venue's contract.
 *
 * To add one: name it in a table (`faults-lists.ts`), and ask `does` for that name where the server is to go wrong. A fault
 * of how bodies are read stands in `FORGIVEN` of `forgiven.ts`. An unusual venue is a row of `lawful-lists.ts`, and a name likewise.
 */
export const venueFaults: readonly Fault<string>[] = [
  ...listFaults,
  ...filterFaults,
  ...ownershipFaults,
  ...protectionFaults,
  ...recordFaults,
  ...relatedFaults,
  ...bodyFaults,
  ...closureFaults,
];

/** Unusual venues that break nothing, by such a switch, too. */
export const lawfulVenues: readonly Lawful<string>[] = [
  { name: 'the venue as it is', because: 'It keeps its document.', behaviour: '' },
  ...[...lawfulLists, ...lawfulProtection, ...lawfulStates, ...lawfulClosures].map(([name, because]) => ({
    name,
    because,
    behaviour: name,
  })),
];

/** Judges a venue that does what a switch says. */
export const atVenue: Proving<string> = async () => {
  const { document } = venue(() => false);
  const loaded = withAdopted(await loadContract(document));
  return async ({ behaviour }, { maxRequests, timeoutMs, maxFailures = Number.POSITIVE_INFINITY }) => {
    const application = venue((name) => name === behaviour);
    const server = await startApplication(application);
    const flags = flagsOf(['--base-url', server.baseUrl, ...application.flags, '--max-requests', `${maxRequests}`]);
    const { contract } = withCredentials(flags, loaded);
    const options = toRunOptions(flags, contract);
    return proofOf(server, contract, {
      ...options,
      maxFailures,
      transport: { ...options.transport, timeoutMs },
    });
  };
};
