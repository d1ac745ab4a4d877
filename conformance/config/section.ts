import { hasUserInfo, isObject, partOf, pointerTo, stringifyJson } from '../../openapi/contract';
import { UsageError } from '../../openapi/program/failure';
import { meantText } from '../../openapi/program/nearest';
import type { Form, OptionRow, OptionTable } from '../../openapi/program/option';
import { FORMS } from './forms';
import { hasVariables, withVariables } from './variables';

/** Where something stands in a file. */
export interface Place {
  /** As the user named it. */
  readonly file: string;
  readonly folder: string;
  readonly pointer: string;
}

export const below = (place: Place, name: string): Place => ({ ...place, pointer: pointerTo(place.pointer, name) });

export const shown = ({ file, pointer }: Place): string => (pointer === '' ? file : `${file}#${pointer}`);

/** A value of the file: it is read when it is needed, since its variables need not be set before. */
export type Entry = () => unknown;

/**
 * The options of an object of the file. What has no variables is read at once, so that it is refused even where it is not needed.
 *
 * @param table all that the object may have
 * @throws UsageError for an unknown name, and for a value that the flag would not take
 */
export function readSection(value: unknown, table: OptionTable, place: Place): ReadonlyMap<string, Entry> {
  if (!isObject(value)) throw refused(value, place, 'an object');
  const entries = Object.entries(value).map(([name, one]): readonly [string, Entry] => {
    const row = Object.hasOwn(table, name) ? table[name] : undefined;
    if (name === '<<')
      throw new UsageError(
        `${shown(place)} has a merge key ("<<"), and YAML 1.2 has none: write the options out, or take the whole by its alias (b: *a).`,
      );
    if (row === undefined)
      throw new UsageError(
        `${shown(place)} has an unknown name ${JSON.stringify(name)}; ${meantText(name, Object.keys(table))}`,
      );
    const entry = (): unknown => valueFor(one, row, below(place, name));
    if (!hasVariables(one)) entry();
    return [name, entry];
  });
  return new Map(entries);
}

function valueFor(found: unknown, row: OptionRow, place: Place): unknown {
  const { kind, isSecret } = row;
  if (kind.members !== undefined) return membersOf(found, kind.members, place);
  const isVariable = hasVariables(found);
  const value = withVariables(found, shown(place), process.env);
  const ofVariable = isVariable && typeof value === 'string' ? [value] : undefined;
  const texts = FORMS[kind.form ?? 'text'].texts(value, place.folder) ?? ofVariable;
  const read = (texts ?? []).map((text) => placed(place, () => kind.read(text, shown(place))));
  if (texts === undefined || read.includes(undefined)) {
    const isHidden = isSecret === true || isVariable;
    const text = texts?.find((_, index) => read[index] === undefined);
    const why = isHidden || text === undefined ? undefined : kind.explain?.(text);
    throw why === undefined
      ? refused(isHidden ? undefined : value, place, kind.expected)
      : new UsageError(`${shown(place)}: ${why}`);
  }
  if (read.length === 0) return EMPTY[kind.form ?? 'text'];
  return read.reduce((before, next) => kind.join?.(before, next) ?? next);
}

/** What an empty array or object comes to. */
const EMPTY: Readonly<Partial<Record<Form | 'text', unknown>>> = {
  list: [],
  paths: [],
  headers: {},
  pairs: {},
  assignments: [],
};

/** An object of sections, each of which has these options. */
function membersOf(found: unknown, table: OptionTable, place: Place): unknown {
  if (!isObject(found)) throw refused(found, place, 'an object');
  const members = Object.entries(found).map(([name, one]) => {
    const section = readSection(one, table, below(place, name));
    return [name, Object.fromEntries([...section].map(([option, entry]) => [option, entry()]))];
  });
  return Object.fromEntries(members);
}

/** @param value undefined where it may be a secret */
export function refused(value: unknown, place: Place, expected: string): UsageError {
  const text = value === undefined ? 'the value' : stringifyJson(value);
  return new UsageError(
    `${shown(place)}: ${text.length > 80 ? `${partOf(text, 0, 79)}…` : text} is invalid. Expected ${expected}.`,
  );
}

function placed(place: Place, read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${shown(place)}: ${error.message}`) : error;
  }
}

/** Whether a file holds what only a variable should: files are kept where many can read them. */
export const holdsSecret = (value: unknown, { isSecret, env }: OptionRow): boolean =>
  isSecret === true && !hasVariables(value) && (env !== undefined || (typeof value === 'string' && hasUserInfo(value)));
