import { malformedRequest } from '../errors/problems';
import type { HttpRequest } from '../pipeline/request';
import { createTurns, type Turns } from '../world/rules/turns';

/**
 * The turns for work that may be long. All of it pauses for others, but each has a slice before the others come: of many at
 * once even these would add up.
 */
export interface LongWork {
  /** Bodies that are not small. */
  readonly bodies: Turns;
  /** Bodies that are not small and have records: what has been read of each is kept until its end. */
  readonly uploads: Turns;
  /** Long replies: each keeps what it shows, as it was at one moment. */
  readonly downloads: Turns;
  readonly searches: Turns;
  /** Records that are put in place of others. */
  readonly restores: Turns;
}

export const MOST_BODIES = 8;
export const MOST_UPLOADS = 1;

export const createLongWork = (): LongWork => ({
  bodies: createTurns(MOST_BODIES),
  uploads: createTurns(MOST_UPLOADS),
  downloads: createTurns(2),
  searches: createTurns(1),
  restores: createTurns(1),
});

/** Does some work for a client when its turn comes; where the client left before, it throws a Problem that none sees. */
export async function inTurn<T>(turns: Turns, request: HttpRequest, work: () => Promise<T>): Promise<T> {
  let stop = (): void => {};
  const giveBack = await turns.take((listener) => {
    stop = request.onAbandoned(listener);
  });
  stop();
  if (giveBack === undefined) throw malformedRequest('its client has left');
  try {
    return await work();
  } finally {
    giveBack();
  }
}
