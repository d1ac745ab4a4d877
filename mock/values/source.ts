import type { WorldState } from '../world/stores/model';
import type { Random } from '../world/stores/random';

/** What made-up values are drawn from. */
export interface Source {
  readonly random: Random;
  /** Unix milliseconds: the time that a made-up instant tells. */
  readonly now: number;
}

/** The one place where the time of a request is read, so that all of its reply shows the same time. */
export const sourceOf = ({ clock, random }: WorldState): Source => ({ now: clock.now(), random });
