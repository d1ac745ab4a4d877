import { MAX_DEPTH } from '../json/json';

// What a document may cost. The largest published descriptions have 12 MB in a file, less than a million values and 40 levels.

/** Bytes of a document's own text, and of all that its references lead to together. */
export const MAX_BYTES = 64 * 2 ** 20;

/** Bytes of a file of records, keys or state: nearly what a text of V8 can hold, and a million records several times over. */
export const MAX_RECORDS_BYTES = 500 * 2 ** 20;

/** Values and names in all its files, those that YAML's aliases repeat as often as they are repeated. */
export const MAX_VALUES = 4_000_000;

/** Files and URLs that references lead to. */
export const MAX_FILES = 10_000;

/** Seconds that a URL may take to answer to its end. */
export const FETCH_SECONDS = 30;

/** Seconds that all URLs that references lead to may take together. */
export const ALL_FETCHES_SECONDS = 60;

/** URLs that one may redirect to, as `fetch` has it. */
export const MAX_REDIRECTS = 20;

/** A document goes beyond one of its bounds. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';

  /** @param problem of the document, without a full stop: `has more than …` */
  constructor(
    problem: string,
    readonly remedy: string,
  ) {
    super(problem);
  }
}

export const tooManyValues = (): TooMuch =>
  new TooMuch(
    `has more than ${MAX_VALUES} values, with those that aliases repeat`,
    'Leave something out, or refer to it by $ref.',
  );

export const tooDeep = (): TooMuch =>
  new TooMuch(`is nested more than ${MAX_DEPTH} levels deep, aliases followed`, 'Make it flatter.');
