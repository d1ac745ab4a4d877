import {
  exactNumber,
  fits,
  isNumeric,
  isObject,
  itemsOf,
  jsonTypeOf,
  keywordOf,
  memoized,
  own,
  type Property,
  plain,
  pointerTokens,
  propertiesOf,
  type Resource,
  type Role,
  type Schema,
  schemaAt,
  sentenceOf,
  typesOf,
  type Violation,
  validatorOf,
} from '../../openapi/contract';
import { invalidBody } from '../errors/problems';
import { refusalFor } from '../errors/refusal';
import type { Scope } from '../resources/scope';
import { withSums } from '../resources/sums';
import { mended } from '../values/mended';
import { pick, putAll, shape, withDefaults } from '../values/shape';
import type { Id, StoredRecord } from '../world/stores/records';
import type { Task } from './model';

type Fields = Readonly<Record<string, unknown>>;

/**
 * What a body may set in a record: what its schema names, but neither the id nor what is `readOnly`, at every depth. What the
 * body's own schema has for clients they may set, though the record's calls it `readOnly`: another operation can't.
 */
export const settable = (task: Task, resource: Resource): Fields => fieldsOf(task, resource, pick);

/** The same with the defaults of the body's schema for what it leaves out. */
export const settableWithDefaults = (task: Task, resource: Resource): Fields =>
  fieldsOf(task, resource, (schema, body, keepsUnnamed) =>
    withDefaults(schema, pick(schema, body, keepsUnnamed), keepsUnnamed),
  );

function fieldsOf(task: Task, resource: Resource, read: typeof pick): Fields {
  const { body, bodyType: { schema = {} } = {} } = task.input;
  const { keepsUnnamed } = task.source;
  const sent = read(schema, body, keepsUnnamed);
  const picked = pick(resource.schema, respelled(sent, resource.schema), keepsUnnamed);
  const kept = withoutId(isObject(picked) ? putAll({}, picked, askedFor(sent, schema, resource)) : picked, resource);
  return keepsUnnamed === true ? withoutService(kept, resource, schema) : kept;
}

/** `FriendlyName` in a body is the `friendly_name` of the record, where this has no property of the other spelling. */
function respelled(sent: unknown, schema: Schema): unknown {
  if (!isObject(sent)) return sent;
  const { names, bySpelling } = spellingsOf(schema);
  const members = Object.entries(sent);
  if (members.every(([name]) => names.has(name) || !bySpelling.has(plain(name)))) return sent;
  const others = members.filter(([name]) => !names.has(name));
  const own = Object.fromEntries(members.filter(([name]) => names.has(name)));
  // What the body has by the record's own name counts.
  return putAll({}, ...others.map(([name, value]) => ({ [bySpelling.get(plain(name)) ?? name]: value })), own);
}

const spellingsOf = memoized((schema: Schema) => {
  const names = [...propertiesOf(schema).keys()];
  return { names: new Set(names), bySpelling: new Map(names.map((name) => [plain(name), name])) };
});

/** What a body has of the record's `readOnly` properties that its own schema has for clients. */
function askedFor(sent: unknown, request: Schema, { schema }: Resource): Fields {
  const properties = propertiesOf(schema);
  const found = [...propertiesOf(request).values()].flatMap(({ name, readOnly }) => {
    const [property, value] = [properties.get(name), isObject(sent) ? own(sent, name) : undefined];
    return readOnly || property?.readOnly !== true || value === undefined ? [] : [[name, pick(property.schema, value)]];
  });
  return Object.fromEntries(found);
}

/** What a body sets, without what its schema does not name though the record's does: that is the service's to set. */
function withoutService(fields: Fields, { schema: ofRecord }: Resource, request: Schema): Fields {
  const [sent, kept] = [propertiesOf(request), propertiesOf(ofRecord)];
  if (sent.size === 0) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => sent.has(name) || !kept.has(name)));
}

function withoutId(value: unknown, { idProperty }: Resource): Fields {
  if (!isObject(value)) return {};
  if (idProperty === undefined || !Object.hasOwn(value, idProperty)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== idProperty));
}

/** Fields that replace a record's, with all of the record's that no client may set by such a body, at every depth. */
export function keepReadOnly(schema: Schema, before: Fields, fields: Fields, request: Schema = {}): Fields {
  const taken = propertiesOf(request);
  const kept = [...propertiesOf(schema).values()].flatMap(({ name, schema: property, readOnly }) => {
    const [old, given] = [own(before, name), own(fields, name)];
    const isAskedFor = given !== undefined && taken.get(name)?.readOnly === false;
    if (old !== undefined && readOnly && !isAskedFor) return [[name, old]];
    return isObject(old) && isObject(given) ? [[name, keepReadOnly(property, old, given)]] : [];
  });
  return { ...fields, ...Object.fromEntries(kept) };
}

/**
 * The record that these fields make: its id first, then the fields in the schema's order. What the contract requires and
 * the fields lack is made up. Where the contract would not allow a reply to show it, the next attempt is taken.
 *
 * @throws Problem 400, or another that refuses bodies, where the contract does not allow what the client sent
 */
export function toRecord(
  task: Task,
  resource: Resource,
  { belongs }: Scope,
  id: Id,
  ...attempts: readonly (() => Fields)[]
): StoredRecord {
  const { idProperty, schema } = resource;
  const judge = validatorOf(schema, 'response');
  const head = idProperty === undefined ? {} : { [idProperty]: id };
  const parents =
    belongs.length === 0 ? {} : Object.fromEntries(belongs.map(({ property, anyOf: [value] }) => [property, value]));
  const make = (fields: Fields): StoredRecord => {
    // The id comes first, and no other field may replace it.
    const made = shape(schema, putAll({}, head, fields, parents, head), task.source);
    const record = isObject(made) && isFirst(made, idProperty) ? made : putAll({}, head, isObject(made) ? made : {});
    const isGiven = ({ name, readOnly }: Property): boolean =>
      Object.hasOwn(fields, name) && !readOnly && !unsendableIn(resource).has(name);
    return withSums(schema, record, isGiven);
  };
  let violation: Violation | undefined;
  for (const attempt of attempts) {
    const record = make(attempt());
    violation = judge(record);
    if (violation === undefined) return record;
  }
  const isForTheClient = violation?.pointer === '' ? judge(make({})) === undefined : isSent(task, resource, violation);
  if (violation !== undefined && isForTheClient) {
    const [attempt = () => ({})] = attempts;
    const record = make(withoutContradictions(attempt(), task.input.bodyType?.schema ?? {}, schema));
    if (judge(record) === undefined) return record;
    throw invalidBody(refusalFor(task.operation, 'invalidBody'), violation);
  }
  // The client is not to blame for what the mock made up.
  for (const attempt of attempts) {
    const record = mended(schema, make(attempt()), task.source);
    if (isObject(record) && isSame(record, head)) return record;
  }
  const reason = violation === undefined ? '' : `: ${sentenceOf(violation, 'it')}`;
  throw new NotShowable(`No record of ${resource.name} was found that the contract lets be shown${reason}.`);
}

/** Why a record can't be stored though the request is right: the contract contradicts itself. */
export class NotShowable extends Error {}

/** Whether an object has these members. */
const isSame = (object: Fields, members: Fields): boolean =>
  Object.keys(members).every((name) => own(object, name) === members[name]);

/** Whether a property is the first of an object; true where there is no such property to ask for. */
function isFirst(object: Fields, property: string | undefined): boolean {
  if (property === undefined) return true;
  for (const first in object) return first === property;
  return false;
}

/** Whether the value that breaks the contract came with the request. */
function isSent(task: Task, resource: Resource, violation: Violation | undefined): boolean {
  const found = pointerTokens(violation?.pointer ?? '').reduce<unknown>(
    (value, token) => (Array.isArray(value) ? value[Number(token)] : isObject(value) ? own(value, token) : undefined),
    settable(task, resource),
  );
  return found !== undefined;
}

/** A merge patch (RFC 7396 §2). Where the schema requires a member, `null` is a value; if only the request allows it, it is ignored. */
export function mergePatch(target: unknown, patch: unknown, schema: Schema = {}, request: Schema = {}): unknown {
  if (!isObject(patch)) return patch;
  const base = isObject(target) ? target : {};
  const names = [...new Set([...Object.keys(base), ...Object.keys(patch)])];
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    names.flatMap((name) => {
      if (!Object.hasOwn(patch, name)) return [[name, own(base, name)]];
      const [value, property] = [own(patch, name), properties.get(name)];
      if (value !== null && !isObject(value)) return [[name, value]];
      const asked = propertiesOf(request).get(name)?.schema;
      if (value !== null) return [[name, mergePatch(own(base, name), value, property?.schema, asked)]];
      if (property?.required !== true) return [];
      const stays = !fits(property.schema, 'response', null) && fits(asked ?? {}, 'request', null);
      return stays ? (Object.hasOwn(base, name) ? [[name, own(base, name)]] : []) : [[name, null]];
    }),
  );
}

/**
 * The fields of a body as members of a record: at every depth, a value of a type that the record can't have is written as the
 * record's type (a number as a text), or left out, and a choice in another spelling as the record's. Any other value that the
 * record can't have is the client's fault.
 */
function withoutContradictions(fields: Fields, request: Schema, record: Schema): Fields {
  const [sent, kept] = [propertiesOf(request), propertiesOf(record)];
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const written = asMember(value, sent.get(name)?.schema ?? {}, kept.get(name)?.schema ?? {});
      return written === undefined ? [] : [[name, written]];
    }),
  );
}

function asMember(value: unknown, request: Schema, record: Schema): unknown {
  const types = typesOf(record).map(asNumber);
  const isOdd = types.length > 0 && !types.includes(asNumber(jsonTypeOf(value)));
  // A merge patch may have a null that its schema does not allow.
  if (isOdd) return value === null && !fits(request, 'request', null) ? value : writtenAs(types, value);
  if (Array.isArray(value)) {
    const [sent, kept] = [itemsOf(request) ?? {}, itemsOf(record) ?? {}];
    return value.map((item: unknown) => asMember(item, sent, kept)).filter((item) => item !== undefined);
  }
  if (isObject(value)) return withoutContradictions(value, request, record);
  const isLike = (choice: unknown): boolean => plain(String(choice)) === plain(String(value));
  return fits(record, 'response', value) ? value : (keywordOf(record, 'enum')?.find(isLike) ?? value);
}

const asNumber = (type: string): string => (type === 'integer' || type === 'bigint' ? 'number' : type);

function writtenAs(types: readonly string[], value: unknown): unknown {
  if (typeof value === 'string' && types.includes('number'))
    return /^-?\d{1,18}(\.\d{1,18})?$/.test(value) ? exactNumber(value) : undefined;
  return (isNumeric(value) || typeof value === 'boolean') && types.includes('string') ? String(value) : undefined;
}

/** The properties of a record that are in no body which creates or changes it: none where such a body may have any. */
export const unsendableIn = memoized(({ schema, operations, taken }: Resource): ReadonlySet<string> => {
  const bodies = WRITING.flatMap((role) =>
    (operations[role]?.body?.content ?? []).map((media) => schemaAt(media.schema ?? {}, taken[role] ?? [])),
  );
  const sent = bodies.map((body) => [...propertiesOf(body ?? {}).values()]);
  if (sent.some((properties) => properties.length === 0)) return new Set();
  // A record describes a file by other members than the file itself.
  const texts = sent.flat().filter((property) => (itemsOf(property.schema) ?? property.schema).format !== 'binary');
  const names = new Set(texts.map(({ name }) => name));
  return new Set([...propertiesOf(schema).keys()].filter((name) => !names.has(name)));
});

const WRITING = ['create', 'replace', 'patch'] as const satisfies readonly Role[];
