/**
 * The part of a text between two places, counted as `slice` counts them. It is cut between characters: a surrogate pair that
 * lies across the beginning is in it whole, and one that lies across the end is not.
 */
export const partOf = (text: string, from: number, to = text.length): string =>
  text.slice(isWithinPair(text, from) ? from - 1 : from, isWithinPair(text, to) ? to - 1 : to);

const isWithinPair = (text: string, place: number): boolean =>
  place > 0 &&
  isBetween(text.charCodeAt(place - 1), 0xd8_00, 0xdb_ff) &&
  isBetween(text.charCodeAt(place), 0xdc_00, 0xdf_ff);

const isBetween = (unit: number, least: number, most: number): boolean => unit >= least && unit <= most;
