import { StoreFull } from '../world/stores/store-full';

/**
 * What an operation answers where its store is full.
 *
 * @param name the operation's method and path, as in `HANDLERS`
 */
export const fullFor = (full: StoreFull, name: string): StoreFull =>
  name === 'PUT /state' && full.of === 'bytes' ? new StoreFull(`${full.message} ${BESIDE}`) : full;

/** Of what replaces the records of before, which stay until it is whole. */
const BESIDE =
  'A state needs room beside the records that it replaces: to have that, reset the world or put {"records":{}} first.';
