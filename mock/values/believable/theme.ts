import type { Random } from '../../world/stores/random';
import type { Source } from '../source';
import { ADJECTIVES, FIRST_NAMES, LAST_NAMES, NOUNS, PLACES } from './words';

/** What the made-up values of one record have in common: its e-mail address is that of its name, its zip code of its city. */
export interface Theme {
  readonly random: Random;
  /** Unix milliseconds: when the record came to be. */
  readonly born: number;
  readonly first: string;
  readonly last: string;
  /** Two words, for whatever has a name and is nobody. */
  readonly title: string;
  readonly place: (typeof PLACES)[number];
}

export function themeOf({ random, now }: Source): Theme {
  return {
    random,
    born: now,
    first: pick(FIRST_NAMES, random),
    last: pick(LAST_NAMES, random),
    title: `${pick(ADJECTIVES, random)} ${pick(NOUNS, random)}`,
    place: pick(PLACES, random),
  };
}

/** One of several things. */
export function pick<T>(things: readonly [T, ...T[]] | readonly T[], random: Random): T {
  // There is one at this place: a random number is below 1, and no list is empty that is given here.
  return things[Math.floor(random() * things.length)] as T;
}

/** A whole number between two, both included. */
export const between = (least: number, most: number, random: Random): number =>
  least + Math.floor(random() * (most - least + 1));

/** So many digits of the sixteen, in lower case. */
export const hexOf = (length: number, random: Random): string =>
  Array.from({ length }, () => between(0, 15, random).toString(16)).join('');

/** A name as it stands in addresses: `Amber Field` is `amber-field`. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
