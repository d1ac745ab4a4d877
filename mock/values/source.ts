/** What made-up values are drawn from: a time and random numbers, of a request or of a seed. */
import { memoized, type Schema, uuidOf } from '../../openapi/contract';
import { createRandom, momentAt } from '../world/rules/random';
import type { Moment } from '../world/stores/admission';
import type { Random } from '../world/stores/clock';
import type { WorldState } from '../world/stores/model';

/** What made-up values are drawn from. */
export interface Source {
  readonly random: Random;
  /** Unix milliseconds: the time of a made-up instant. */
  readonly now: number;
  /** Makes values that look like real ones. Default: they are the least that a schema allows. */
  readonly makeUp?: MakeUp | undefined;
  /** Whether members are kept that a schema allows and does not name. Default: they are left out. */
  readonly keepsUnnamed?: boolean | undefined;
}

/**
 * A source that draws from another one, and makes values otherwise. What is drawn is not known before it is drawn, since an
 * operation may begin before its moment is known.
 */
export const sourceLike = (drawn: Source, change: Pick<Source, 'makeUp' | 'keepsUnnamed'>): Source => ({
  get random() {
    return drawn.random;
  },
  get now() {
    return drawn.now;
  },
  makeUp: drawn.makeUp,
  ...change,
});

/** Makes a value that looks like a real one for a property of this name; undefined where nothing fits the schema. */
export type MakeUp = (schema: Schema, source: Source, name: string) => unknown;

/** The one place where the time of a request is read, so that all of its reply shows the same time. */
export const sourceOf = ({ clock, random }: WorldState): Moment => momentAt(clock.now(), random);

/** The id of the request whose source this is: the same in each place of its reply, and in that of no other. */
export const requestIdOf = memoized(({ random }: Source): string => uuidOf(random));

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
