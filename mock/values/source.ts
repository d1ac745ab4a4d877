import type { Random } from '../world/stores/random';

/** What made-up values are drawn from. */
export interface Source {
  readonly random: Random;
  /** Unix milliseconds: the time that a made-up instant tells. */
  readonly now: number;
}
