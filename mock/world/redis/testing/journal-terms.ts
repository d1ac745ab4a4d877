import type { JournalTerms } from '../journal/journal';

/** Of journals from which nothing is hidden. */
export const UNHIDDEN: JournalTerms = { mostBytes: 2 ** 26, storedEntry: () => (entry) => entry, notice: () => {} };
