import { MOST_FAULTS } from '../stores/faults';
import { StoreFull } from '../stores/store-full';

export const tooManyFaults = (): StoreFull =>
  new StoreFull(`A world has at most ${MOST_FAULTS} faults. Remove some that are used up.`);

/** The number of an id that may have been counted up to; 0 for any other, and for one that is too high to be counted to. */
export function faultNumberOf(id: string): number {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
}
