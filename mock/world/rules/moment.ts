import type { Moment } from '../stores/admission';
import type { Random } from '../stores/random';

/** A class, since each request has one and few ask for its day. */
class At implements Moment {
  constructor(
    readonly now: number,
    readonly random: Random,
  ) {}
  get day(): number {
    return dayOf(this.now);
  }
}

/** @param now Unix milliseconds */
export const momentAt = (now: number, random: Random): Moment => new At(now, random);

const DAY = 86_400_000;

/** The beginning of the day (UTC) of an instant, both in Unix milliseconds. */
export const dayOf = (instant: number): number => instant - (((instant % DAY) + DAY) % DAY);
