/** What a table of options is made of, and the types that follow from one. */
import { nearest } from './nearest';

/** How a value stands in a file; absent: as the flag's text. */
export type Form =
  | 'integer'
  /** An integer, or a text. */
  | 'figure'
  | 'switch'
  /** An array of texts, or one text. */
  | 'list'
  /** A text that names a file or folder. */
  | 'path'
  | 'paths'
  /** An object of texts, each `Name: value` as a flag. */
  | 'headers'
  /** An object of texts, each `name=value` as a flag. */
  | 'pairs'
  /** An object of values, each `name=value` as a flag; an array has several values. */
  | 'assignments';

/** What texts a flag takes. */
export interface FlagKind<Value> {
  readonly form?: Form;
  /** What each member of an object is made of, where a file alone can give the value. */
  readonly members?: OptionTable;
  /** Completes `Expected …`. */
  readonly expected: string;
  /** Every text that it takes, where they can be counted. */
  readonly choices?: readonly string[];
  /**
   * @param place where the text stands, if not on the command line
   * @returns the value that the text means; undefined where it means none
   */
  read(text: string, place?: string): Value | undefined;
  /** The text that means a value, where it is not the value's own. */
  show?(value: Value): string;
  /** The values of a flag that may come several times, in one. */
  join?(before: Value, next: Value): Value;
  /** A sentence about a refused text in the place of `Expected …`. */
  explain?(text: string): string;
}

/** What values an option takes, whether from a flag's text or from code. */
export interface OptionKind<Input, Value = Input> extends FlagKind<Value> {
  /** What code may give besides the values that a flag's text has; completes `must be …, or …`. */
  readonly inCode?: string;
  holds(input: unknown): input is Input;
  /** The one form that the program works with. */
  valueOf(input: Input): Value;
}

/** One option of a program. */
export interface OptionRow<Kind extends FlagKind<unknown> = FlagKind<unknown>> {
  /** As `--help` shows it, such as `--port <number>`; absent where code alone may give the option. */
  readonly flag?: string;
  readonly help: string;
  readonly kind: Kind;
  /** Absent: the option has no value unless it is given one. */
  readonly default?: unknown;
  /** The default on the command line, where it is not that of code. */
  readonly flagDefault?: unknown;
  /** The default in words, where no flag's text means it. */
  readonly defaultWords?: string;
  /** The environment variable that is read where the flag is not given. */
  readonly env?: string;
  /** Options that mean nothing beside it: where it is given, those of a file below count no more. */
  readonly replaces?: readonly string[];
  /** Whether no message may repeat the value. */
  readonly isSecret?: true;
}

export type OptionTable<Row extends OptionRow = OptionRow> = Readonly<Record<string, Row>>;

type ValueOf<Row> = Row extends { readonly kind: FlagKind<infer Value> }
  ? Row extends { readonly default: unknown }
    ? Value
    : Value | undefined
  : never;

/** What the program works with: a value for each option, or undefined where it has no default. */
export type ValuesOf<Table> = { readonly [Name in keyof Table]: ValueOf<Table[Name]> };

type InputOf<Row> = Row extends { readonly kind: { holds(input: unknown): input is infer Input } } ? Input : never;

/** What code may give. */
export type InputsOf<Table> = { readonly [Name in keyof Table]?: InputOf<Table[Name]> | undefined };

/** Puts the default in the place of each value that is not given. */
export function withDefaults<Table extends OptionTable>(
  table: Table,
  given: Partial<ValuesOf<NoInfer<Table>>>,
): ValuesOf<Table> {
  const values: Readonly<Record<string, unknown>> = { ...given };
  const entries = Object.entries(table).map(([name, row]) => [name, values[name] ?? row.default]);
  // The names are those of the table, and a row's default is of its kind: tests hold each table to it.
  return Object.fromEntries(entries) as ValuesOf<Table>;
}

/** The kinds of options that any program may have. */

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
  read: (given) => (given === 'on' || given === 'off' ? given === 'on' : undefined),
  show: (value) => (value ? 'on' : 'off'),
  holds: (input): input is boolean | 'on' | 'off' => input === 'on' || input === 'off' || typeof input === 'boolean',
  valueOf: (input) => input === true || input === 'on',
};

/** A flag that takes no text: it is there, or not. */
export const presence: OptionKind<boolean> = kind({
  expected: 'true or false',
  form: 'switch',
  ofText: (given) => (given === 'true' || given === 'false' ? given === 'true' : undefined),
  holds: (input): input is boolean => typeof input === 'boolean',
});

/**
 * A flag takes several texts, code gives one or an array.
 *
 * @param plain the one form of a text
 */
export const several = (
  expected: string,
  isOne: (text: string) => boolean,
  plain = (text: string) => text,
): OptionKind<string | readonly string[], readonly string[]> => ({
  expected,
  inCode: 'an array of them',
  form: 'list',
  read: (given) => (isOne(plain(given)) ? [plain(given)] : undefined),
  join: (before, next) => [...before, ...next],
  holds: (input): input is string | readonly string[] =>
    [input].flat().every((one) => typeof one === 'string' && isOne(plain(one))),
  valueOf: (input) => [input].flat().map(plain),
});

/** Folders, files and origins. */
export const places: ReturnType<typeof several> = {
  ...several('a folder or file, or an origin such as https://schemas.example', isPlace),
  form: 'paths',
};

/** Of an address the origin alone, so that no user takes a path of it for a bound. */
function isPlace(given: string): boolean {
  if (!/^[a-z][a-z0-9+.-]+:/i.test(given)) return given !== '' && !given.includes('\0');
  return /^https?:\/\/[^/]+\/?$/i.test(given) && URL.canParse(given) && new URL(given).pathname === '/';
}

/** Texts divided by commas; the flag may come several times. */
export const texts: FlagKind<readonly string[]> = {
  expected: 'comma-separated names',
  form: 'list',
  read: (given) => given.split(',').map((part) => part.trim()),
  join: (before, next) => [...before, ...next],
};

/** Some of these names, divided by commas. */
export const someOf = (names: readonly string[]): FlagKind<readonly string[]> => ({
  ...texts,
  expected: `one or more of ${names.join(', ')}, divided by commas`,
  read: (given) => {
    const found = texts.read(given);
    return found?.every((name) => names.includes(name)) ? found : undefined;
  },
});

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

/**
 * The values of the options that a program was given.
 *
 * @param caller the function that was given them
 * @throws TypeError that names the option, what was found and what was expected
 */
export function readOptions<Table extends OptionTable<OptionRow<OptionKind<unknown, unknown>>>>(
  caller: string,
  table: Table,
  given: unknown,
): Partial<ValuesOf<Table>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given) || isPromise(given)) {
    throw new TypeError(`${caller}: expected an object of options, not ${describe(given)}.`);
  }
  const entries = Object.entries(given).map(([name, input]: [string, unknown]) => {
    const row = Object.hasOwn(table, name) ? table[name] : undefined;
    if (row === undefined) {
      const known = Object.keys(table);
      const meant = nearest(name, known);
      const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
      throw new TypeError(`${caller}: there is no option "${name}".${hint} It has ${known.join(', ')}.`);
    }
    if (input === undefined) return [name, undefined];
    if (row.kind.holds(input)) return [name, row.kind.valueOf(input)];
    const found = row.isSecret === true ? 'what was given' : describe(input);
    throw new TypeError(`${caller}: the option "${name}" must be ${expectedOf(row.kind)}, not ${found}.`);
  });
  // Each name is one of the table, and each value was made by that row's kind.
  return Object.fromEntries(entries) as Partial<ValuesOf<Table>>;
}

const expectedOf = ({ expected, inCode }: OptionKind<unknown, unknown>): string =>
  inCode === undefined ? expected : `${expected}, or ${inCode}`;

/** A value in a message: a text in quotes, of others what kind they are. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'function') return 'a function';
  if (isPromise(value)) return 'a promise: put `await` before what makes it';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** Of whichever realm: in Jest it may be of another. */
export const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
