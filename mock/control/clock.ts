import type { ClockChange, ClockState } from '../../openapi/types/control';
import { instantText, isWritable } from '../observe/instant';
import { aheadOf } from '../world/rules/random';
import type { Clock } from '../world/stores/clock';
import type { World, WorldState } from '../world/stores/model';
import { inBody, quoted, type RefuseInput } from './problems';

export function readClock({ clock }: WorldState): ClockState {
  return { now: instantText(clock.now()), frozen: clock.frozen, offsetSeconds: Math.round(aheadOf(clock)) / 1000 };
}

/** @throws Problem 400 for an instant that RFC 3339 can't write */
export async function changeClock({ state }: World, change: ClockChange): Promise<ClockState> {
  const { clock } = state;
  if (change.action === 'advance') advanceClock(clock, change.seconds, inBody('/seconds'));
  else if (change.action === 'set') clock.set(readInstant(change.instant, inBody('/instant')));
  else clock[change.action]();
  await clock.settled();
  return readClock(state);
}

/**
 * Reads an instant, in Unix milliseconds. Refused is what is none, what a `Date` can't hold, such as a leap second (which RFC
 * 3339 §5.6 allows), a year in UTC that does not have four digits, and a number that looks like seconds.
 */
export function readInstant(instant: Date | number | string, refuse: RefuseInput): number {
  if (typeof instant === 'number' && looksLikeSeconds(instant))
    throw refuse(`must be Unix milliseconds, not ${instant}, which looks like seconds: new Date(${instant} * 1000)`);
  const isOne = instant instanceof Date || typeof instant === 'number' || typeof instant === 'string';
  const moment = isOne ? new Date(instant).getTime() : Number.NaN;
  if (isWritable(moment)) return moment;
  throw refuse(`must be an instant that the clock can show, such as 2026-11-24T12:00:00Z, not ${described(instant)}`);
}

const described = (value: unknown): string => (typeof value === 'string' ? quoted(value) : String(value));

/**
 * Whether a number is of 2001 to 5138 as seconds, which headers of allowances have, and of 1970 to 1973 as
 * milliseconds. 0 is none: tests begin at the epoch. For other instants of then there are a `Date` and texts.
 */
const looksLikeSeconds = (instant: number): boolean => instant >= 1e9 && instant < 1e11;

/** @throws what `refuse` makes, for negative seconds, and if the new time is one that RFC 3339 can't write */
export function advanceClock(clock: Clock, seconds: number, refuse: RefuseInput): void {
  checkSeconds(seconds, refuse);
  if (!isWritable(clock.now() + seconds * 1000)) throw refuse(BEYOND);
  clock.advance(seconds);
}

/** @throws what `refuse` makes, for what no clock advances by, whatever it shows */
export function checkSeconds(seconds: number, refuse: RefuseInput): void {
  if (typeof seconds !== 'number' || Number.isNaN(seconds)) throw refuse(`must be a number, not ${described(seconds)}`);
  if (seconds < 0) throw refuse(`must be at least 0, not ${seconds}`);
  if (seconds === Number.POSITIVE_INFINITY) throw refuse(BEYOND);
}

const BEYOND = 'leads beyond the year 9999';
