import type { LawfulRow } from './rows';

/** Unusual keys, states and jobs. */
export const lawfulStates: readonly LawfulRow[] = [
  ['a reply to a key says that it comes again', 'Headers may be added.'],
  ['an archive is ready at once', 'How long a job takes is open.'],
  ['an archive runs for long', 'How long a job takes is open.'],
  ['an archive shows how far it is', 'What a server adds is its own business.'],
  ['a refused confirmation is noted in the record', 'What the document does not name is the server’s own.'],
  ['no bill is of more than a thousand', 'A body may be refused by rules of the server’s own.'],
  ['long titles are not taken', 'A body may be refused by rules of the server’s own.'],
  ['a problem tells of the first fault alone', 'How much a refusal tells is open.'],
];
