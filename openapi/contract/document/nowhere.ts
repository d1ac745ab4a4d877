import { withoutUserInfo } from './user-info';

/** Why a reference leads nowhere. */
export interface Nowhere {
  /** A sentence about the reference, or about the file that it leads to. */
  readonly problem: string;
  readonly correction: string;
  /** The file that the problem is one of, where it is not that of the reference. */
  readonly file?: string;
}

/** A file that was not read. */
export class Unread {
  constructor(readonly why: Nowhere) {}
}

const CORRECTION = 'Correct the reference there.';

export const nowhere = (reference: unknown, problem: string, correction = CORRECTION) =>
  ({
    is: 'nowhere',
    problem: `the reference ${JSON.stringify(withoutUserInfo(String(reference)))} ${problem}.`,
    correction,
  }) as const;

export const missing = (reference: string, name: string) =>
  nowhere(reference, `leads nowhere: ${JSON.stringify(name)} does not exist`);
