import type { Value } from './kinds';

interface Form {
  /** What is expected, in words. */
  readonly words: string;
  readonly isFit: (value: unknown) => boolean;
  /** What the author of another value means by it; undefined where nobody can tell. */
  readonly meant: (value: unknown) => unknown;
}

const isNumeric = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint';
const isCount = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 0;
const isText = (value: unknown): value is string => typeof value === 'string';

const numberIn = (value: unknown): number | undefined =>
  isText(value) && /^\s*-?\d{1,15}(\.\d+)?\s*$/.test(value) ? Number(value) : undefined;

const textOf = (value: unknown): string | undefined =>
  isNumeric(value) || typeof value === 'boolean' ? String(value) : undefined;

/** The forms of values that fields may have. */
export const FORMS: Readonly<Record<Value, Form>> = {
  text: { words: 'a text', isFit: isText, meant: textOf },
  flag: {
    words: 'true or false',
    isFit: (value) => typeof value === 'boolean',
    meant: (value) => (isText(value) ? FLAGS.get(value.trim().toLowerCase()) : undefined),
  },
  number: { words: 'a number', isFit: isNumeric, meant: numberIn },
  count: {
    words: 'a whole number of at least 0',
    isFit: isCount,
    meant: (value) => (isCount(numberIn(value)) ? numberIn(value) : undefined),
  },
  texts: {
    words: 'a list of texts',
    isFit: (value) => Array.isArray(value) && value.every(isText),
    meant: (value) => {
      if (isText(value)) return [value];
      return Array.isArray(value) ? value.map((one) => textOf(one) ?? one).filter(isText) : undefined;
    },
  },
  list: {
    words: 'a list',
    isFit: Array.isArray,
    meant: (value) => (value === null || value === undefined ? undefined : [value]),
  },
};

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
]);
