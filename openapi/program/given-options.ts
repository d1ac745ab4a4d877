import type { OptionKind, OptionRow, OptionTable, ValuesOf } from './option';

/**
 * The values of the options that a program was given. Those that mean nothing are refused: a typing slip in a program
 * without types would otherwise be a default.
 *
 * @param caller the function that was given them
 * @throws TypeError that names the option, what was found and what was expected
 */
export function readOptions<Table extends OptionTable<OptionRow<OptionKind<unknown, unknown>>>>(
  caller: string,
  table: Table,
  given: unknown,
): Partial<ValuesOf<Table>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new TypeError(`${caller}: expected an object of options, not ${describe(given)}.`);
  }
  const entries = Object.entries(given).map(([name, input]: [string, unknown]) => {
    const row = Object.hasOwn(table, name) ? table[name] : undefined;
    if (row === undefined) {
      throw new TypeError(`${caller}: there is no option "${name}"; it has ${Object.keys(table).join(', ')}.`);
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

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
