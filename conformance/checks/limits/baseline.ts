import type { Exchange, Response } from '../../exchange/exchange';
import { type Allowance, serverTime } from '../../rules/oracles/allowance';

/** A reply from which the requests are counted. */
export interface Baseline {
  readonly exchange: Exchange;
  readonly remaining: number;
  readonly limit: number;
  readonly reset: number | undefined;
  /** Whether nothing had been used before: then `remaining` hides no fraction of a request. */
  readonly isFresh: boolean;
  /** Whether nobody else had used it: then nothing comes back of what was sent earlier to a window that slides. */
  readonly isOurs: boolean;
}

/** @param uses how many requests this run has sent in the window, this one included */
export function baselineOf(exchange: Exchange, { limit = 0, remaining = 0, reset }: Allowance, uses = 1): Baseline {
  const used = limit - remaining;
  return { exchange, remaining, limit, reset, isFresh: used === 1, isOurs: used === uses };
}

/** The window has rolled over: it ends at another time, and more is left than was. */
export const isNewWindow = (before: Allowance, now: Allowance): boolean =>
  before.reset !== undefined &&
  now.reset !== undefined &&
  now.reset > before.reset + 1 &&
  (now.remaining ?? 0) > (before.remaining ?? 0);

/**
 * What a bucket that refills over the shortest window may have given back since. None where a window that we
 * alone have used still ends at the very time at which it did: the reset of a bucket moves on.
 */
export function flowsBack({ exchange, limit, reset, isFresh, isOurs }: Baseline, now: Allowance): number {
  if (isOurs && reset !== undefined && now.reset === reset) return 0;
  const elapsed = (Date.now() - exchange.startedAt) / 1000;
  return Math.floor((elapsed * limit) / SHORTEST_WINDOW_S + (isFresh && now.reset === reset ? 0 : 1));
}

/** Whether requests come back that were sent before this run: in a window that slides as many at once as were sent at once. */
export const comeBack = ({ isOurs }: Baseline, before: Allowance, now: Allowance): boolean =>
  !isOurs && before.remaining !== undefined && now.remaining !== undefined && now.remaining >= before.remaining;

/** Whether enough time has gone by since a 429 for one request to come back. */
const mayHaveFlowedBack = ({ startedAt }: Exchange, limit: number): boolean =>
  ((Date.now() - startedAt) / 1000) * limit >= SHORTEST_WINDOW_S;

/** Whether a reply that came after a 429 may lawfully be no 429: some of the allowance is back, or another window has begun. */
export function mayBeServed(
  refused: Exchange,
  limit: number,
  was: Allowance,
  now: Allowance,
  response: Response,
): boolean {
  if (mayHaveFlowedBack(refused, limit)) return true;
  if (was.reset === undefined) return false;
  const time = serverTime(response);
  return (now.reset ?? 0) > was.reset + 1 || (time !== undefined && time >= was.reset - 1);
}

const SHORTEST_WINDOW_S = 60;
