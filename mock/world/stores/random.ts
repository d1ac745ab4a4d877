/** Numbers in [0, 1) that a seed decides. */
export type Random = () => number;

/** Such numbers, of which it can be noted how far they have come. */
export interface Chances {
  readonly draw: Random;
  /** An integer from 0 to 2^32-1 that decides on all numbers that are still to come. */
  readonly place: number;
  goTo(place: number): void;
}
