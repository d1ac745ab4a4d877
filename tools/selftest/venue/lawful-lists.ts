import type { LawfulRow } from './rows';

/** Unusual lists. */
export const lawfulLists: readonly LawfulRow[] = [];
