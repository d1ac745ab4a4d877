import { createRandom } from '../world/rules/random';
import type { Source } from './source';

/** The hash "FNV-1a" of 32 bits: each record is drawn from a seed of its own, so that the order of making them does not matter. */
function seedOf(seed: number, ...words: readonly string[]): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const character of words.join('\n')) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** What the values of one record are drawn from: always the same for the same words. */
export const seeded = (seed: number, now: number, ...words: readonly string[]): Source => ({
  random: createRandom(seedOf(seed, ...words)),
  now,
});

const DAY = 86_400_000;

/** The beginning of the day (UTC) of an instant, both in Unix milliseconds. */
export const dayOf = (instant: number): number => instant - (((instant % DAY) + DAY) % DAY);
