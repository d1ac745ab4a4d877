import type { CaseContext } from './check';
import type { Exchange } from './exchange';

/**
 * For so long after a create a list may come without the record, where nothing promises otherwise: many servers list from a copy.
 * It is the time from the reply to the one request to the other request.
 */
const MAY_BE_LATE_MS = 1000;

/** Whether a list was asked for so soon after a create that the record may not be there yet. */
export const mayBeLate = (made: Exchange, listed: Exchange): boolean =>
  listed.startedAt - (made.startedAt + made.milliseconds) < MAY_BE_LATE_MS;

/** Waits until a list that is asked for then has to show what was created before. */
export const waitForLists = ({ wait }: Pick<CaseContext, 'wait'>): Promise<void> => wait(MAY_BE_LATE_MS);
