/** What a table of options is made of, and the types that follow from one. */

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
