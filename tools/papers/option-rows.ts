/** The rows of a table of options in a paper, made of the same rows as `--help`. */
import { inspect } from 'node:util';
import type { MockRow } from '../../mock/setup/options';
import { defaultOf } from '../../openapi/program/command';
import type { OptionRow, OptionTable } from '../../openapi/program/option';

/** A row of a Markdown table: the text of each cell. */
export type Row = readonly string[];

/**
 * The flags of a command. What a configuration file alone can say has no flag, and no row.
 *
 * @param alsoIn which other commands have the option; left out, the table has no such column
 */
export const flagRows = (table: OptionTable, alsoIn?: (row: OptionRow) => string): readonly Row[] => [
  ['flag', 'default', 'meaning', ...(alsoIn === undefined ? [] : ['also in'])],
  ...Object.values(table)
    .filter(({ flag }) => flag !== undefined)
    .map((row) => [
      flagCell(row),
      flagDefaultCell(row),
      meaningCell(row),
      ...(alsoIn === undefined ? [] : [alsoIn(row)]),
    ]),
];

/** The options of the mock, which its command takes as flags, and `startMock` and `createMock` by their names. */
export const mockRows = (table: OptionTable<MockRow>): readonly Row[] => [
  ['flag', 'option', 'default', 'meaning'],
  ...Object.entries(table).map(([name, row]) => [
    flagCell(row),
    `${code(name)}${row.needsPort === true ? ' of `startMock`' : ''}`,
    defaultCell(row),
    meaningCell(row, row.kind.inCode),
  ]),
];

/** `` `--header <line>` (`-H`) ``: the long name first. */
function flagCell({ flag = '' }: OptionRow): string {
  const [, short, long = ''] = /^(?:(-\w), )?(.*)$/.exec(flag) ?? [];
  return long === '' ? '' : `${code(long)}${short === undefined ? '' : ` (${code(short)})`}`;
}

/** The default as the flag's text, in words where no text means it. */
const flagDefaultCell = (row: OptionRow): string => row.defaultWords ?? code(defaultOf(row)?.replaceAll('"', ''));

/** That of the flag, and that of code where it is another. */
function defaultCell(row: OptionRow): string {
  const ofCode = row.default === undefined ? '' : code(inspect(row.default));
  if (row.flag === undefined) return row.defaultWords ?? ofCode;
  return row.flagDefault === undefined ? flagDefaultCell(row) : `${flagDefaultCell(row)}; as an option ${ofCode}`;
}

/** What the option is for, and what it takes where the words do not say it. */
function meaningCell({ help, kind, env }: OptionRow, inCode?: string): string {
  const facts = [
    ...(kind.choices === undefined ? [] : [kind.choices.map(code).join(', ')]),
    ...(env === undefined ? [] : [`variable ${code(env)}`]),
    ...(inCode === undefined ? [] : [`as an option also ${inCode}`]),
  ];
  return facts.length === 0 ? help : `${help} (${facts.join('; ')})`;
}

export const code = (text: string | undefined): string => (text === undefined ? '' : `\`${text}\``);
