/** Texts and numbers that look real, by the format, name, pattern and bounds of a flat schema. */
import {
  drawnTexts,
  exactInteger,
  fits,
  keepsBounds,
  numbersOf,
  ownTypesOf,
  type Schema,
  textsOf,
} from '../../../openapi/contract';
import type { Source } from '../source';
import { FORMATS, isConventional, isTimeName, NUMBERS, PEOPLE, spaced, textBy, timeFor } from './conventions';
import { ADJECTIVES, between, NOUNS, pick, type Theme } from './words';

/** A text for a flat schema of a property of this name, in an object that is called `owner`. */
export function textFor(schema: Schema, name: string, theme: Theme, owner = ''): string {
  const words = spaced(name);
  const made = FORMATS[schema.format ?? '']?.(theme, words) ?? byName(nameIn(owner, words), theme, schema.maxLength);
  if (schema.pattern === undefined) return fitted(made, schema);
  const source: Source = { random: theme.random, now: theme.born };
  const texts = [
    [made],
    wordsFor(theme),
    drawnTexts(schema, theme.random, MOST_DRAWN),
    someOf(textsOf(schema, source)),
  ];
  for (const some of texts) for (const text of some) if (fits(schema, 'response', text)) return text;
  return made;
}

const MOST_DRAWN = 10;

/** Where a pattern takes a word, a person reads one. */
function wordsFor({ random }: Theme): readonly string[] {
  const word = pick(NOUNS, random);
  return [word.toLowerCase(), word, word.toUpperCase(), `${pick(ADJECTIVES, random)}-${word}`.toLowerCase()];
}

/** The `name` of a user is that of a person. */
const nameIn = (owner: string, words: string): string =>
  words === 'name' && PEOPLE.test(spaced(owner)) ? 'person name' : words;

/** Whether format or name of a text say what stands in it, and nothing else does. */
export function isExpressive(schema: Schema, name: string): boolean {
  if (schema.enum !== undefined || schema.const !== undefined || schema.pattern !== undefined) return false;
  if (!ownTypesOf(schema).includes('string')) return false;
  return FORMATS[schema.format ?? ''] !== undefined || isConventional(name);
}

function byName(words: string, theme: Theme, room?: number): string {
  if (isTimeName(words)) return new Date(timeFor(words, theme)).toISOString();
  return textBy(words, theme, room) ?? (words === '' ? 'text' : `${words} ${between(1, 99, theme.random)}`);
}

/** The text in the bounds of its length: cut at a space where one is near, or with letters more. */
function fitted(text: string, { minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema): string {
  if (text.length > maxLength) return text.slice(0, maxLength).trimEnd().padEnd(minLength, 'x');
  return text.length < minLength
    ? `${text} `
        .repeat(Math.ceil(Math.min(minLength, MOST_TEXT) / (text.length + 1)))
        .slice(0, minLength)
        .replace(/ $/, 'x')
    : text;
}

/** Longer texts are not made up. */
const MOST_TEXT = 10_000;

/** A number for a flat schema of a property of this name. */
export function numberFor(schema: Schema, name: string, isWhole: boolean, theme: Theme): number | bigint {
  const words = spaced(name);
  const wanted = isTimeName(words)
    ? Math.floor(timeFor(words, theme) / 1000)
    : NUMBERS.find((one) => one.name.test(words))?.make(theme, Number.POSITIVE_INFINITY);
  const candidates = [wanted, within(schema, theme), ...someOf(numbersOf(schema))];
  for (const candidate of candidates) {
    if (candidate === undefined) continue;
    const number = isWhole && typeof candidate === 'number' ? exactInteger(BigInt(Math.round(candidate))) : candidate;
    if (keepsBounds(schema, number)) return number;
  }
  return isWhole ? 1 : (wanted ?? 1);
}

/** A number between the bounds that there are. */
function within(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: Schema,
  { random }: Theme,
): number {
  const step = Number(multipleOf ?? 1);
  const least = Number(
    typeof exclusiveMinimum === 'number'
      ? exclusiveMinimum + step
      : (minimum ?? Math.min(1, Number(maximum ?? 100) - 99)),
  );
  const most = Number(typeof exclusiveMaximum === 'number' ? exclusiveMaximum - step : (maximum ?? least + 99));
  return Math.round((least + random() * (most - least)) / step) * step;
}

/** Of candidates without an end the first. */
function* someOf<T>(candidates: Iterable<T>): Iterable<T> {
  let left = 50;
  for (const candidate of candidates) {
    if (left === 0) return;
    left -= 1;
    yield candidate;
  }
}
