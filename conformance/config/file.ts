import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isObject, own, parseYaml, reasonOf } from '../../openapi/contract';
import type { Below } from '../../openapi/program/command';
import { UsageError } from '../../openapi/program/failure';
import { meantText } from '../../openapi/program/nearest';
import type { OptionTable } from '../../openapi/program/option';
import { below, type Entry, holdsSecret, type Place, readSection, refused, shown } from './section';

/**
 * What the configuration file says of the options of a command: of the environment that was asked for, else of the file as
 * a whole. A value is read only where neither flag nor variable has the option.
 *
 * @param known what a file may have, for all commands
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
        `the environment "${asked}" belongs in a configuration file, but there is none: add ${FILES[0]}, or name one with --config.`,
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

/** The names under which a file is found without being named. */
export const FILES = ['conformance.config.json', 'conformance.config.yaml', 'conformance.config.yml'];

const MAX_BYTES = 2 ** 20;

/** A file of options. */
interface ConfigFile {
  readonly name: string;
  readonly top: ReadonlyMap<string, Entry>;
  readonly environments: ReadonlyMap<string, ReadonlyMap<string, Entry>>;
  /** What a user should know, a line each. */
  readonly warnings: readonly string[];
}

/**
 * @param named a file, or `none`; undefined: the one in the working folder, where there is one
 * @throws UsageError where there are two, or the one that was named is not there
 */
export function findFile(named: string | undefined): string | undefined {
  if (named !== undefined) return named === 'none' ? undefined : named;
  const found = FILES.filter((name) => existsSync(name));
  if (found.length < 2) return found[0];
  throw new UsageError(
    `this folder has ${found.join(' and ')}, but only one can be used. Remove one, or name one with --config.`,
  );
}

/**
 * @param table what may stand in it, besides `environments`
 * @throws UsageError, ContractError with the place of what is wrong
 */
export function readFile(name: string, table: OptionTable): ConfigFile {
  const root = parseYaml(name, textOf(name));
  const place: Place = { file: name, folder: dirname(resolve(name)), pointer: '' };
  if (root === undefined || root === null) throw new UsageError(`${name}: it is empty. Expected an object of options.`);
  if (!isObject(root)) throw refused(root, place, 'an object of options');
  const { $schema: _, environments = {}, ...options } = root;
  const { env: __, ...ofEnvironment } = table;
  const inEnvironments = below(place, 'environments');
  if (!isObject(environments))
    throw refused(environments, inEnvironments, 'an object with a member for each environment');
  const sections = Object.entries(environments).map(
    ([id, one]) => [id, readSection(one, ofEnvironment, below(inEnvironments, id))] as const,
  );
  const places = [
    { value: options, at: place },
    ...Object.entries(environments).map(([id, value]) => ({ value, at: below(inEnvironments, id) })),
  ];
  return {
    name,
    top: readSection(options, table, place),
    environments: new Map(sections),
    warnings: places.flatMap(({ value, at }) => warningsOf(value, table, at)),
  };
}

function textOf(name: string): string {
  try {
    if (!statSync(name).isFile()) throw new Error('it is no file');
    if (statSync(name).size > MAX_BYTES) throw new Error('it is larger than 1 MiB');
    return readFileSync(name, 'utf8');
  } catch (error) {
    throw new UsageError(`the configuration ${name} can't be read: ${reasonOf(error)}`);
  }
}

function warningsOf(options: unknown, table: OptionTable, place: Place): readonly string[] {
  if (!isObject(options)) return [];
  return Object.entries(table)
    .filter(([name, row]) => own(options, name) !== undefined && holdsSecret(own(options, name), row))
    .map(
      ([name]) =>
        `${shown(below(place, name))} holds a secret as it is, for all to read. Write \${NAME}, and set that variable.`,
    );
}

/** The environment of this name. */
function environmentOf({ name, environments }: ConfigFile, wanted: string): ReadonlyMap<string, Entry> {
  const found = environments.get(wanted);
  if (found !== undefined) return found;
  throw new UsageError(`${name} has no environment "${wanted}"; ${meantText(wanted, [...environments.keys()])}`);
}
