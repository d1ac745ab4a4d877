import { partOf } from '../../openapi/contract';

/** Linux takes no longer argument of a command; nobody reads so much of a report either. */
const MOST_CHARACTERS = 120_000;
const BEGINNING = 1000;

export const isLong = (text: string): boolean => text.length > MOST_CHARACTERS;

/** The beginning of a long text. The text has no secret any more: part of one would not be found. */
export const beginningOf = (text: string): string => partOf(text, 0, BEGINNING);

/** A text; of a long one the beginning, and how long it is. */
export const cut = (text: string): string =>
  isLong(text) ? `${beginningOf(text)}… (cut: ${text.length} characters)` : text;

/** A number with its noun, such as `1 request` and `2 requests`. */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
