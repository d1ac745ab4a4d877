import type { Finding } from './finding';

/** What names a finding from run to run: the same whatever the seed, and whichever record it was seen with. */
export type FindingId = Pick<Finding, 'check' | 'operation' | 'key'>;

/** No id of a check or an operation has a blank in it, so that no two findings have the same name. */
export const findingName = ({ check, operation, key }: FindingId): string => `${check} ${operation} ${key}`;
