import type { Below } from '../../openapi/program/command';
import { UsageError } from '../../openapi/program/failure';
import type { OptionTable } from '../../openapi/program/option';
import { environmentOf, FILES, findFile, readFile } from './file';
import type { Entry } from './section';

/**
 * What the configuration file says of the options of a command: of the environment that was asked for, else of the file as
 * a whole. A value is read only where neither flag nor variable has the option.
 *
 * @param table of the command
 * @param known what a file may have: of these options too which this command does not take
 */
export const belowFlags =
  (table: OptionTable, known: OptionTable): Below =>
  (above) => {
    if (table.config === undefined) return {};
    const name = findFile(textOrNone(above.config));
    const asked = textOrNone(above.env);
    if (name === undefined) {
      if (asked === undefined) return {};
      throw new UsageError(
        `the environment "${asked}" stands in a configuration file, and there is none: add ${FILES[0]}, or name one with --config.`,
      );
    }
    const { config: _, ...inFile } = { ...known, ...table };
    const file = readFile(name, inFile);
    for (const warning of file.warnings) console.error(`warning: ${warning}`);
    const chosen = asked ?? textOrNone(file.top.get('env')?.());
    const environment = chosen === undefined ? NOTHING : environmentOf(file, chosen);
    const given = Object.keys(above).filter((option) => above[option] !== undefined);
    const ofEnvironment = unlessSaid(environment, given, inFile);
    const ofTop = unlessSaid(file.top, [...given, ...ofEnvironment.map(([option]) => option)], inFile);
    const wanted = [...ofEnvironment, ...ofTop].filter(([option]) => option in table);
    return Object.fromEntries(wanted.map(([option, entry]) => [option, entry()]));
  };

const NOTHING: ReadonlyMap<string, Entry> = new Map();

/** What counts of some entries below other options: none of these, and none that one of these replaces. */
function unlessSaid(
  entries: ReadonlyMap<string, Entry>,
  above: readonly string[],
  table: OptionTable,
): readonly (readonly [string, Entry])[] {
  const said = new Set(above.flatMap((option) => [option, ...(table[option]?.replaces ?? [])]));
  return [...entries].filter(([option]) => !said.has(option));
}

const textOrNone = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
