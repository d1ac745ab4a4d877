/** A program's command line, made from its table of options. */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { version } from '../package/package-file';
import { UsageError } from './failure';
import { nearest } from './nearest';
import { type FlagKind, type OptionRow, type OptionTable, type ValuesOf, withDefaults } from './option';

/** What a program says of itself. */
export interface Program {
  readonly name: string;
  readonly description: string;
  /** What `--help` ends with. */
  readonly epilogue: string;
  /** What its first word may be instead of a flag; each is read by a program of its own. */
  readonly commands?: readonly { readonly name: string; readonly summary: string }[];
  /** The words that it takes besides flags; left out, it takes none. */
  readonly operands?: Operands;
  /** The usage line behind the name, of a program that reads what follows its flags by itself. */
  readonly usage?: string;
}

interface Operands {
  /** As `--help` shows them: `<old>`, `[finding]`, `<file...>`; several are parted by a blank. */
  readonly usage: string;
}

/** Parses the flags and prints `--help`. `readFlags` adds variables and defaults to what it finds. */
export function commandLine(
  { name, description, epilogue, operands, usage, commands = [] }: Program,
  table: OptionTable,
): Command {
  const command = new Command(name)
    .description(description)
    .version(version(), '--version', 'print the version')
    .helpOption('--help', 'print this help');
  for (const row of Object.values(table)) if (row.flag !== undefined) command.addOption(optionOf(row.flag, row));
  if (operands !== undefined) command.arguments(operands.usage);
  if (usage !== undefined) command.usage(usage);
  return command
    .addHelpText('after', commandsText(commands) + epilogue)
    .allowExcessArguments(false)
    .showSuggestionAfterError(false)
    .configureOutput({ outputError: () => {} })
    .exitOverride();
}

/** Gives values, such as those of a file, which count where neither flag nor variable does; `above` is what these say. */
export type Below = (above: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

const NOTHING: Below = () => ({});

/**
 * What the flags say, else the variables, else what is below them, else the defaults.
 *
 * @param args without the program's own name
 * @throws CommanderError, also where `--help` or `--version` has been answered
 * @throws UsageError for a secret or a variable that is refused; what it held is not repeated
 */
export function readFlags<Table extends OptionTable>(
  program: Program,
  table: Table,
  args: readonly string[],
  below: Below = NOTHING,
): ValuesOf<Table> {
  return readCommandLine(program, table, args, below).options;
}

/** The same, and the words that are no flags, in their order. */
export function readCommandLine<Table extends OptionTable>(
  program: Program,
  table: Table,
  args: readonly string[],
  below: Below = NOTHING,
): { readonly options: ValuesOf<Table>; readonly operands: readonly string[] } {
  const command = parsed(program, table, args);
  const flags = command.opts<Readonly<Record<string, unknown>>>();
  const above = Object.fromEntries(
    Object.entries(table).map(([name, row]) => [name, flags[name] ?? fromVariable(row)]),
  );
  const lower = below(above);
  const values = Object.entries(table).map(([name, row]) => [name, above[name] ?? lower[name] ?? row.flagDefault]);
  // Each value has been read by its row's kind, or is the row's own default: tests hold each table to it.
  const options = withDefaults(table, Object.fromEntries(values) as Partial<ValuesOf<Table>>);
  return { options, operands: command.args };
}

/** Says what commander does not: which word is too much, and that a flag takes no value, which it would call unknown. */
function parsed(program: Program, table: OptionTable, args: readonly string[]): Command {
  const command = commandLine(program, table);
  try {
    return command.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const [, flag] = /unknown option '(--[^=']+)=/.exec(error.message) ?? [];
    if (flag !== undefined && isSwitch(table, flag)) throw takesNoValue(flag, 'what stands behind it');
    if (error.code === 'commander.unknownOption') throw unknownFlag(error, table);
    throw error.code === 'commander.excessArguments' ? tooMuch(command, program, table, args) : error;
  }
}

/** Names the flag that a misspelt one may have meant. A value behind it may be a key, and is not repeated. */
function unknownFlag({ message }: CommanderError, table: OptionTable): Error {
  const [, flag = ''] = /unknown option '(--?[^=']*)/.exec(message) ?? [];
  const known = Object.values(table).flatMap((row) => nameOf(row) ?? []);
  const meant = nearest(flag, [...known, '--help', '--version']);
  const hint = meant === undefined ? '' : `; did you mean "${meant}"?`;
  return new UsageError(`unknown option '${flag}'${hint} (see --help)`);
}

function tooMuch(
  command: Command,
  { name, operands, commands = [] }: Program,
  table: OptionTable,
  args: readonly string[],
): UsageError {
  const word = command.args[operands === undefined ? 0 : operands.usage.split(' ').length] ?? '';
  const index = args.indexOf(word);
  const [flag, value = ''] = [args[index - 2], args[index - 1]];
  if (isSwitch(table, value)) return takesNoValue(value, JSON.stringify(word));
  // It may be the second half of a secret that was not quoted.
  const secret = Object.values(table).find(
    (row) => row.isSecret === true && (nameOf(row) === flag || value.startsWith(`${nameOf(row)}=`)),
  );
  const found = secret === undefined ? JSON.stringify(word) : `word behind the value of '${nameOf(secret)}'`;
  const known = commands.map((one) => one.name).join(', ');
  const takes = `${operands === undefined ? 'options' : `options and ${operands.usage}`} only`;
  return new UsageError(
    `unexpected ${found}; ${name} takes ${takes}${known === '' ? '' : `, or one of these commands first: ${known}`}. (see --help)`,
  );
}

function commandsText(commands: NonNullable<Program['commands']>): string {
  if (commands.length === 0) return '';
  const width = Math.max(...commands.map(({ name }) => name.length));
  return `
Commands, each with flags of its own (COMMAND --help):
${commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n')}
`;
}

const nameOf = ({ flag = '' }: OptionRow): string | undefined => flag.split(' ')[0];

const isSwitch = (table: OptionTable, flag: string): boolean => Object.values(table).some((row) => row.flag === flag);

const takesNoValue = (flag: string, value: string): UsageError =>
  new UsageError(`option '${flag}' takes no value. Leave out ${value}, or the whole option.`);

/** What `--help` says of a flag. */
function helpOf(row: OptionRow): string {
  const { choices } = row.kind;
  const shown = defaultOf(row);
  const facts = [
    ...(choices === undefined ? [] : [`choices: ${choices.map((choice) => JSON.stringify(choice)).join(', ')}`]),
    ...(shown === undefined ? [] : [`default: ${shown}`]),
    ...(row.env === undefined ? [] : [`env: ${row.env}`]),
  ];
  return facts.length === 0 ? row.help : `${row.help} (${facts.join(', ')})`;
}

/** The default as `--help` shows it; undefined where there is none, and for a flag that takes no text. */
export function defaultOf({ flag = '', kind, defaultWords, ...row }: OptionRow): string | undefined {
  if (defaultWords !== undefined) return defaultWords;
  const value = row.flagDefault ?? row.default;
  return value === undefined || !takesText(flag) ? undefined : JSON.stringify(kind.show?.(value) ?? value);
}

const takesText = (flag: string): boolean => flag.includes('<');

function optionOf(flag: string, row: OptionRow): Option {
  const option = new Option(flag, helpOf(row));
  return takesText(flag) ? option.argParser(parserOf(flag, row)) : option;
}

/** Several flags of one kind become one value, where the kind can join them; else the last one counts. */
function parserOf(flag: string, { kind, isSecret }: OptionRow): (text: string, before: unknown) => unknown {
  return (text, before) => {
    const value = kind.read(text);
    if (value !== undefined) return before === undefined || kind.join === undefined ? value : kind.join(before, value);
    // Commander repeats what it refuses.
    if (isSecret === true) throw new UsageError(`option '${flag}' argument is invalid. ${complaint(kind, text)}`);
    throw new InvalidArgumentError(complaint(kind, text));
  };
}

/** An empty variable is what shells and lists of variables have for one that is not set. */
function fromVariable({ env, kind }: OptionRow): unknown {
  const text = env === undefined ? undefined : process.env[env];
  if (text === undefined || text === '') return undefined;
  const value = kind.read(text);
  if (value === undefined) throw new UsageError(`variable ${env} is invalid. ${complaint(kind, text)}`);
  return value;
}

const complaint = (kind: FlagKind<unknown>, text: string): string =>
  kind.explain?.(text) ?? `Expected ${kind.expected}.`;
