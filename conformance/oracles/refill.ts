import type { Exchange } from '../exchange/exchange';
import type { History } from '../judges/rule';
import { type Allowance, allowanceOf, serverTime, TOLERANCE_S, windowLengths } from './allowance';

/**
 * How many requests may have come back since the one before, where the allowance looks like one of which some comes back bit
 * by bit; 0 where it does not. A bucket is full again after as long as what was taken out takes to come back, and some
 * servers tell when the next request comes back instead. Where a window has begun since the run did, a part of the one before
 * may count that grows smaller.
 */
export function refill(
  exchange: Exchange,
  { contract, previous, first }: History,
  { limit, remaining = 0, reset }: Allowance,
): number {
  const { response, startedAt } = exchange;
  if (previous === undefined || response === undefined || limit === undefined || reset === undefined) return 0;
  const left = reset - (serverTime(response) ?? startedAt / 1000);
  const isBucket =
    Math.abs(left) <= TOLERANCE_S ||
    windowLengths(contract).some((seconds) => Math.abs(left - ((limit - remaining) * seconds) / limit) <= TOLERANCE_S);
  const began = first?.response && allowanceOf(first.response, contract.allowanceHeaders).reset;
  const isNext = began !== undefined && reset > began + TOLERANCE_S;
  if (!isBucket && !isNext) return 0;
  // Of the fraction that is not shown, one more may be whole.
  return cameBack(exchange, { contract, previous }, { limit }) + 1;
}

/** How many requests come back between two exchanges at the most, to a bucket that fills over the shortest window. */
export function cameBack(
  { startedAt, milliseconds }: Exchange,
  { contract, previous }: Pick<History, 'contract' | 'previous'>,
  { limit = 0 }: Pick<Allowance, 'limit'>,
): number {
  if (previous === undefined) return 0;
  const elapsed = (startedAt + milliseconds - previous.startedAt) / 1000;
  return Math.floor((elapsed * limit) / Math.min(...windowLengths(contract)));
}
