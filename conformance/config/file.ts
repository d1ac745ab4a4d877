import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isObject, own, parseYaml, reasonOf } from '../../openapi/contract';
import { UsageError } from '../../openapi/program/failure';
import { meantText } from '../../openapi/program/nearest';
import type { OptionTable } from '../../openapi/program/option';
import { below, type Entry, holdsSecret, type Place, readSection, refused, shown } from './section';

/** The names under which a file is found without being named. */
export const FILES = ['conformance.config.json', 'conformance.config.yaml', 'conformance.config.yml'];

const MAX_BYTES = 2 ** 20;

/** A file of options. */
export interface ConfigFile {
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
    `this folder has ${found.join(' and ')}, and one alone can count. Remove one, or name one with --config.`,
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
export function environmentOf({ name, environments }: ConfigFile, wanted: string): ReadonlyMap<string, Entry> {
  const found = environments.get(wanted);
  if (found !== undefined) return found;
  throw new UsageError(`${name} has no environment "${wanted}"; ${meantText(wanted, [...environments.keys()])}`);
}
