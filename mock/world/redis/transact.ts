import type { Deadline } from '../stores/deadline';
import { StoreUnavailable } from '../stores/failures';
import type { Stores } from '../stores/stores';

/** The state of a world that was asked is not the present one, and nothing has been done: the request begins anew with that one. */
export class StaleState extends Error {
  override readonly name = 'StaleState';
}

/** Does work that is given up where Redis keeps it waiting for too long. */
export type WithDeadline = <T>(work: (deadline: Deadline) => Promise<T>) => Promise<T>;

/** Where a world changes so often while a request comes in that it is never seen as it is, the request is turned away. */
const MOST_TRIES = 10;

/** Does the work of a request by the state that is present once it is admitted, within its deadline. */
export const createTransact =
  (withDeadline: WithDeadline): Stores['transact'] =>
  (work) =>
    withDeadline(async (deadline) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await work(deadline);
        } catch (error) {
          if (!(error instanceof StaleState)) throw error;
          deadline.throwIfOver();
          if (tries === MOST_TRIES) throw new StoreUnavailable('What this mock has stored is changed all the time.');
        }
      }
    });
