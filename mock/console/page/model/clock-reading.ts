import type { ClockState } from '../../../../openapi/types/control';

/** The world's clock as it was read; its present time can be computed from it. */
export interface ClockReading {
  /** Unix milliseconds. */
  readonly now: number;
  readonly frozen: boolean;
  readonly offsetSeconds: number;
  /** When it was read, by the page's own steady clock in milliseconds. */
  readonly readAt: number;
}

export const readingOf = ({ now, frozen, offsetSeconds = 0 }: ClockState, readAt: number): ClockReading => ({
  now: Date.parse(now),
  frozen,
  offsetSeconds,
  readAt,
});

/** The world's time in Unix milliseconds. @param at by the page's steady clock */
export const worldTime = ({ now, frozen, readAt }: ClockReading, at: number): number =>
  frozen ? now : now + at - readAt;

/** How far the world is ahead of real time, in seconds; a frozen world falls behind. */
export const offsetAt = ({ offsetSeconds, frozen, readAt }: ClockReading, at: number): number =>
  frozen ? offsetSeconds - (at - readAt) / 1000 : offsetSeconds;
