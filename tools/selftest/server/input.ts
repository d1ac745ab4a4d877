import { jsonMediaType, propertiesOf, type Schema } from '../../../openapi/contract';
import { isObject, type Json, type JsonObject, parse } from './json';
import type { Asked, KeyName, Keys, Member, Plan } from './model';
import { invalid, notFound, Refused } from './refused';
import { collectionOf, documentedOf } from './subject';

/** The least and the most that integers of a format may be. */
const INTEGERS: Readonly<Record<string, readonly [least: bigint, most: bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
};

/**
 * Whether a value keeps to a schema, by the keywords that the documents use. It does not ask the suite's
 * validators: what they get wrong would not show.
 */
export function takes(schema: Schema, value: Json): boolean {
  if (value === null) return schema.nullable === true;
  if (schema.enum !== undefined && !schema.enum.includes(value)) return false;
  if (schema.type === 'integer') return typeof value === 'bigint' && takesInteger(schema, value);
  if (schema.type === 'array') return Array.isArray(value) && takesList(schema, value);
  return typeof value === 'string' && takesText(schema, value);
}

function takesInteger({ format = '', minimum = -Infinity, maximum = Infinity }: Schema, value: bigint): boolean {
  const [least, most] = INTEGERS[format] ?? [minimum, maximum];
  return value >= least && value <= most && value >= minimum && value <= maximum;
}

function takesList(
  { items = {}, minItems = 0, maxItems = Infinity, uniqueItems }: Schema,
  values: readonly Json[],
): boolean {
  if (values.length < minItems || values.length > maxItems) return false;
  if (uniqueItems === true && new Set(values).size < values.length) return false;
  return values.every((value) => takes(items, value));
}

function takesText({ minLength = 0, maxLength = Infinity, pattern, format }: Schema, value: string): boolean {
  const { length } = [...value];
  if (length < minLength || length > maxLength) return false;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return false;
  return format === 'date' ? isDay(value) : format !== 'date-time' || isTime(value);
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && dayOf(Date.parse(text)) === text;

/** RFC 3339 §5.6. A leap second is none that `Date` knows. */
const isTime = (text: string): boolean => {
  const [, day = '', hour, more] =
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):(?:\d\d)((?:\.\d+)?(?:Z|[+-]\d\d:\d\d))$/i.exec(text) ?? [];
  return isDay(day) && !Number.isNaN(Date.parse(`${day}T${hour}:00${more?.toUpperCase()}`));
};

const dayOf = (time: number): string => (Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10));

export function parseBody({ body }: Asked): Json {
  try {
    return parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    throw new Refused(400, 'malformed', 'The body is not JSON.');
  }
}

export function readObject(body: Json, asked: Asked): JsonObject {
  if (isObject(body)) return body;
  throw invalid('The body must be an object.', asked);
}

export function readMember(
  { name, schema, required }: Member,
  value: Json | undefined,
  asked: Asked,
): Json | undefined {
  if (value === undefined && required) throw invalid(`The member "${name}" is missing.`, asked);
  if (value !== undefined && !takes(schema, value)) {
    throw invalid(`The member "${name}" has a value that it does not take.`, asked);
  }
  return value;
}

/** What comes in replies alone, and what has no name in the document, is passed over. */
export function read(body: Json, asked: Asked): JsonObject {
  const { behaviour } = asked.world;
  const sent = behaviour.readObject(body, asked);
  const least = Number(bodyOf(asked).minProperties ?? 0);
  if (Object.keys(sent).length < least) throw invalid('Nothing is to be changed.', asked);
  const kept = membersOf(asked).flatMap((member) => {
    const value = behaviour.readMember(member, Object.hasOwn(sent, member.name) ? sent[member.name] : undefined, asked);
    return value === undefined ? [] : [[member.name, value] as const];
  });
  return Object.fromEntries(kept);
}

const bodyOf = (asked: Asked): Schema => jsonMediaType(documentedOf(asked)?.body?.content ?? [])?.schema ?? {};

/** The members that a body may have. */
export const membersOf = (asked: Asked): readonly Member[] =>
  [...propertiesOf(bodyOf(asked)).values()].filter(({ readOnly }) => !readOnly);

const ofParameter = (name: string, what: string): Refused =>
  new Refused(400, 'bad_parameter', `The parameter "${name}" ${what}.`);

/** How many records come at the most. */
export function readLimit(values: readonly string[], asked: Asked): number {
  const schema: Schema = collectionOf(asked).limit?.schema ?? {};
  const [written = String(schema.default), ...more] = values;
  if (more.length === 0 && /^\d+$/.test(written) && takes(schema, BigInt(written))) return Number(written);
  throw ofParameter('limit', `must be an integer from ${schema.minimum} to ${schema.maximum}`);
}

export function readFilter([value, ...more]: readonly string[], asked: Asked): string | undefined {
  const { name, schema } = collectionOf(asked).filter ?? { name: '', schema: {} };
  if (more.length === 0 && (value === undefined || takes(schema, value))) return value;
  throw ofParameter(name, `must be one of ${schema.enum?.join(', ')}`);
}

export function readId(text: string, asked: Asked): Json {
  const { idSchema } = collectionOf(asked);
  if (idSchema.type !== 'integer') return text;
  if (/^-?\d+$/.test(text) && takes(idSchema, BigInt(text))) return BigInt(text);
  throw notFound('There is no record with this id.');
}

/** Letters of both cases and digits, and none the beginning of another, so that a near miss of one is no other. */
export const keys: Keys = {
  main: 'ak-Main-7Qk2XvR9tLbW3zNc',
  limit: 'ak-Limit-p4YhT8sJd0MgEu6F',
  other: 'ak-Other-Bx5nVq1KwZ9rCa2H',
};
const keyNames: readonly KeyName[] = ['main', 'limit', 'other'];

const free: Plan = { minute: 60, day: 1_000 };
const business: Plan = { minute: 1_000, day: 100_000 };
export const planOf = (key: KeyName | undefined): Plan => (key === 'limit' ? free : business);

export function parseKey(credential: string | undefined, asked: Asked): KeyName | undefined {
  const token = asked.world.subject.credential === 'authorization' ? tokenOf(credential) : credential;
  return token === undefined ? undefined : keyWhere(asked, (key) => key === token);
}

/** What follows `Bearer`, perhaps nothing; undefined when the header is missing or of another scheme. */
export function tokenOf(authorization: string | undefined): string | undefined {
  const bearer = authorization?.match(/^bearer(?: +(.*))?$/i);
  return bearer ? (bearer[1] ?? '') : undefined;
}

export function keyWhere(asked: Asked, test: (key: string) => boolean): KeyName | undefined {
  return keyNames.find((name) => test(asked.world.keys[name]));
}
