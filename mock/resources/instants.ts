/** The properties of records that hold an instant: which of them a service sets, and how. */
import { keywordOf, type Property, plain, type Schema, typesOf } from '../../openapi/contract';

/** A property with an instant, and how it is written. */
export interface Instant {
  readonly name: string;
  readonly form: 'text' | 'seconds' | 'milliseconds';
}

const FORMS: Readonly<Record<Instant['form'], (now: number) => unknown>> = {
  text: (now) => new Date(now).toISOString(),
  seconds: (now) => Math.floor(now / 1000),
  milliseconds: (now) => now,
};

/** Numbers above this are milliseconds since 1970: as seconds they would be in the year 5138. */
const MOST_SECONDS = 1e11;

/** Undefined where it may be no instant. Numbers that a document calls `date-time` are Unix time; a text may be one by its example. */
function formOf(schema: Schema): Instant['form'] | undefined {
  const format = keywordOf(schema, 'format');
  if (format === undefined && INSTANT.test(String(keywordOf(schema, 'example') ?? ''))) return 'text';
  // As many write it.
  if (format === undefined || plain(format) !== 'datetime') return undefined;
  const types = typesOf(schema);
  if (types.length === 0 || types.includes('string')) return 'text';
  return Number(keywordOf(schema, 'example') ?? 0) > MOST_SECONDS ? 'milliseconds' : 'seconds';
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/;

/** An instant in Unix milliseconds, however it is written; undefined for what is none. */
export function timeOf(value: unknown): number | undefined {
  const time = typeof value === 'number' ? value * (value > MOST_SECONDS ? 1 : 1000) : Date.parse(String(value));
  return Number.isNaN(new Date(time).getTime()) ? undefined : time;
}

export function instantOf({ name, schema }: Property): Instant | undefined {
  const form = formOf(schema) ?? (isPlainText(schema) && isNamedSo(plain(name)) ? 'text' : undefined);
  return form && { name, form };
}

const isNamedSo = (name: string): boolean => CREATED.test(name) || CHANGED.test(name);

/** Whether a schema says of a value that it is a text, and nothing of its form. */
const isPlainText = (schema: Schema): boolean =>
  typesOf(schema).includes('string') &&
  ['format', 'example', 'examples', 'enum', 'const', 'pattern', 'maxLength', 'default'].every(
    (keyword) => keywordOf(schema, keyword) === undefined,
  );

/** Properties with a time, in Unix milliseconds, as each of them is written. */
export const instantsAt = (now: number, members: readonly Instant[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(members.map(({ name, form }) => [name, FORMS[form](now)]));

/** What most APIs call these instants: `createdAt`, `date_created`, `lastModified`, `update_time`. */
export const CREATED =
  /^(?:(?:date|time)?(?:created|added|inserted|registered)(?:at|on|time|date|timestamp)?|(?:creation|create)(?:date|time|timestamp|at))$/;
export const CHANGED =
  /^(?:last)?(?:date|time)?(?:updated|modified|changed|edited|update|modification|modify|change)(?:at|on|time|date|timestamp)?$/;
