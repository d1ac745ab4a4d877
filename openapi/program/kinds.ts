/** The kinds of options that any program may have. */
import type { FlagKind, Form, OptionKind } from './option';

/** An option that takes a flag's text as it is. */
export const text = (
  expected: string,
  holds: (input: string) => boolean = (input) => input !== '',
): OptionKind<string> =>
  kind({ expected, holds: (input): input is string => typeof input === 'string' && holds(input) });

/** The name of a file or a folder. In a file of options it is relative to that file. */
export const path = (expected: string): OptionKind<string> => ({ ...text(expected), form: 'path' });

/** A whole number within these bounds. From code it is a number: `'7'` is a text. */
export const whole = (lowest: number, highest: number): OptionKind<number> =>
  kind({
    expected: `a whole number from ${lowest} to ${highest}`,
    form: 'integer',
    // The sum makes 0 of `-0`.
    ofText: (given) => (/^-?\d+$/.test(given) ? Number(given) + 0 : undefined),
    holds: (input): input is number =>
      typeof input === 'number' && Number.isInteger(input) && input >= lowest && input <= highest,
  });

/** One of these words. */
export const oneOf = <Word extends string>(words: readonly Word[]): OptionKind<Word> =>
  kind({
    expected: `one of ${words.join(', ')}`,
    choices: words,
    holds: (input): input is Word => words.some((word) => word === input),
  });

/** A switch: a flag says `on` or `off`, code may say `true` or `false` too. */
export const onOff: OptionKind<boolean | 'on' | 'off', boolean> = {
  expected: 'one of on, off',
  inCode: 'true or false',
  choices: ['on', 'off'],
  read: (given) => SWITCH.get(given),
  show: (value) => (value ? 'on' : 'off'),
  holds: (input): input is boolean | 'on' | 'off' => input === 'on' || input === 'off' || typeof input === 'boolean',
  valueOf: (input) => input === true || input === 'on',
};
const SWITCH: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['off', false],
]);

/** A flag that takes no text: it is there, or not. */
export const presence: OptionKind<boolean> = kind({
  expected: 'true or false',
  form: 'switch',
  ofText: (given) => PRESENCE.get(given),
  holds: (input): input is boolean => typeof input === 'boolean',
});

const PRESENCE: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** Folders, files and origins; a flag takes several, code gives one or an array. */
export const places: OptionKind<string | readonly string[], readonly string[]> = {
  expected: 'a folder or file, or an origin such as https://schemas.example',
  inCode: 'an array of them',
  form: 'paths',
  read: (given) => (isPlace(given) ? [given] : undefined),
  join: (before, next) => [...before, ...next],
  holds: (input): input is string | readonly string[] =>
    [input].flat().every((one) => typeof one === 'string' && isPlace(one)),
  valueOf: (input) => [input].flat(),
};

/** Of an address the origin alone, so that nobody takes a path of it for a bound. */
const isPlace = (given: string): boolean =>
  /^[a-z][a-z0-9+.-]+:/i.test(given)
    ? /^https?:\/\/[^/]+\/?$/i.test(given) && URL.canParse(given) && new URL(given).pathname === '/'
    : given !== '' && !given.includes('\0');

/** Texts divided by commas; the flag may come several times. */
export const texts: FlagKind<readonly string[]> = {
  expected: 'names, divided by commas',
  form: 'list',
  read: (given) => given.split(',').map((part) => part.trim()),
  join: (before, next) => [...before, ...next],
};

interface PlainKind<Input> {
  readonly form?: Form;
  readonly expected: string;
  readonly choices?: readonly string[];
  holds(input: unknown): input is Input;
  ofText?(text: string): unknown;
}

/** A kind whose values are what code gives. */
function kind<Input>({ ofText = (given) => given, ...parts }: PlainKind<Input>): OptionKind<Input> {
  return {
    ...parts,
    read(given) {
      const input = ofText(given);
      return parts.holds(input) ? input : undefined;
    },
    valueOf: (input) => input,
  };
}
