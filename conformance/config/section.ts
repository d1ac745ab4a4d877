import { isAbsolute, resolve } from 'node:path';
import { hasUserInfo, isObject, partOf, pointerTo, stringifyJson } from '../../openapi/contract';
import { UsageError } from '../../openapi/program/failure';
import { meantText } from '../../openapi/program/nearest';
import type { Form, OptionRow, OptionTable } from '../../openapi/program/option';

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
  const value = withVariables(found, shown(place));
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

interface FormRule {
  /** JSON Schema of what stands in the file. */
  readonly schema: object;
  /** The texts that flags would have, one for each flag; undefined where the value is of another form. */
  readonly texts: (value: unknown, folder: string) => readonly string[] | undefined;
}

const TEXT = { type: 'string' };
const TEXTS = { anyOf: [TEXT, { type: 'array', items: TEXT }] };
/** In the place of what is no text: its variables make the text that the flag would have. */
const VARIABLE = { type: 'string', pattern: '\\$\\{' };

/** How a value stands in a file. What stands there as a text with variables is read as the flag's text, whatever the form. */
export const FORMS: Readonly<Record<Form | 'text', FormRule>> = {
  text: { schema: TEXT, texts: textOf },
  integer: { schema: { anyOf: [{ type: 'integer' }, VARIABLE] }, texts: integerOf },
  figure: {
    schema: { anyOf: [{ type: 'integer' }, TEXT] },
    texts: (value) => textOf(value) ?? integerOf(value),
  },
  switch: {
    schema: { anyOf: [{ type: 'boolean' }, VARIABLE] },
    texts: (value) => (typeof value === 'boolean' ? [String(value)] : undefined),
  },
  list: { schema: TEXTS, texts: listOf },
  path: { schema: TEXT, texts: (value, folder) => textOf(value)?.map((text) => from(folder, text)) },
  paths: { schema: TEXTS, texts: (value, folder) => listOf(value)?.map((text) => from(folder, text)) },
  headers: named(': '),
  pairs: named('='),
  assignments: {
    schema: { anyOf: [{ type: 'object' }, TEXTS] },
    texts: (value) =>
      isObject(value)
        ? Object.entries(value).flatMap(([name, one]) =>
            (Array.isArray(one) ? one : [one]).map((each: unknown) => `${name}=${stringifyJson(each)}`),
          )
        : listOf(value),
  },
};

/** Texts with names. */
function named(between: string): FormRule {
  return {
    schema: { anyOf: [{ type: 'object', additionalProperties: TEXT }, TEXTS] },
    texts: (value) =>
      isObject(value)
        ? listOf(Object.values(value)) && Object.entries(value).map(([name, text]) => `${name}${between}${text}`)
        : listOf(value),
  };
}

function textOf(value: unknown): readonly string[] | undefined {
  return typeof value === 'string' ? [value] : undefined;
}

function integerOf(value: unknown): readonly string[] | undefined {
  return Number.isInteger(value) || typeof value === 'bigint' ? [String(value)] : undefined;
}

function listOf(value: unknown): readonly string[] | undefined {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.every((one) => typeof one === 'string') ? all : undefined;
}

/** Addresses and the `-` of standard input stay as they are. */
const from = (folder: string, text: string): string =>
  text === '' || text === '-' || isAbsolute(text) || /^[a-z][a-z0-9+.-]+:/i.test(text) ? text : resolve(folder, text);

/** `$${`, which stands for `${`; or `${`, what stands in it, and its end where it has one. */
const VARIABLES = /\$(\$\{)|\$\{([^}]*)(\}?)/g;

const hasVariables = (value: unknown): boolean => textsIn(value).some((text) => text.search(VARIABLES) >= 0);

/**
 * A value with `${NAME}` replaced by the variable of the environment, in each of its texts. `${NAME:-text}` is the text where
 * there is none, or an empty one.
 *
 * @param place for messages, which never repeat what a variable holds
 * @throws UsageError where a variable is not set, or `${` does not begin one
 */
function withVariables(value: unknown, place: string): unknown {
  if (typeof value === 'string') {
    return value.replace(VARIABLES, (_, literal: string | undefined, inner = '', end = '') => {
      if (literal !== undefined) return literal;
      const [, name, other] = /^([A-Za-z_]\w*)(?::-(.*))?$/s.exec(inner) ?? [];
      if (name === undefined || end === '') throw new UsageError(`${place}: ${HOW}`);
      const found = process.env[name] || other;
      if (found !== undefined) return found;
      throw new UsageError(
        `${place} needs the variable ${name}, which is not set. Set it, or write \${${name}:-...} with a default.`,
      );
    });
  }
  if (Array.isArray(value)) return value.map((one: unknown) => withVariables(one, place));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withVariables(one, place)]));
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how a user writes a variable
const HOW = 'what begins with "${" is no variable. Write ${NAME} or ${NAME:-text}; for the text itself write $${.';

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return isObject(value) || Array.isArray(value) ? Object.values(value).flatMap(textsIn) : [];
}
