import { atApplication } from '../reach/prove';
import type { Fault, Lawful } from '../server/cases';
import type { Proving } from '../server/prove';
import { bodyFaults } from './faults-bodies';
import { closureFaults, lawfulClosures } from './faults-closures';
import { filterFaults, listFaults, ownershipFaults } from './faults-lists';
import { lawfulProtection, protectionFaults } from './faults-protection';
import { belowFaults, relatedFaults } from './faults-related';
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
  ...belowFaults,
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
export const atVenue: Proving<string> = atApplication(venue);
