/** What a whole body is made from: an example of the document, a record that the server has shown, what it has taken before. */

import {
  alternativesOf,
  BROKEN,
  fits,
  isObject,
  itemsOf,
  jsonIn,
  memoized,
  type Operation,
  own,
  type Property,
  partAt,
  plain,
  pointerTokens,
  propertiesOf,
  type Schema,
  schemaAt,
  violationsOf,
  withPart,
} from '../../../openapi/contract';
import { branchValues } from '../../arbitraries/branches';
import { emptyValue, fullValue, plainValue } from '../../arbitraries/plain';
import { type BodyMedia, isForm, memberedBodyOf, type Subject } from '../../exchange/subject';
import { hasIdsOf } from '../../records/clues/identity';
import { slotsReferredBy } from '../../records/clues/places';
import { createdIn, type JsonRecord, referredBy, sameJson } from '../../records/records';
import { choicesIn } from '../refusal-words';
import type { Making, Strategy } from './fresh';
import { referredIds } from './given';
import { fitOf, placeOf } from './unfit';

/** The body of a strategy that makes it as a whole; undefined where it makes none, or has no more than so many. */
export function groundOf(context: Making, subject: Subject, { base, nth = 0 }: Strategy): JsonRecord | undefined {
  const media = memberedBodyOf(subject.operation);
  const ground = media && GROUNDS[base]?.(context, subject, media)[nth];
  // What a form has is no record by itself.
  if (media === undefined || ground === undefined || isForm(media)) return ground;
  const changed = referring(context, subject, media.schema, ground);
  return isObject(changed) ? changed : ground;
}

type Grounds = (context: Making, subject: Subject, media: BodyMedia) => readonly JsonRecord[];

const GROUNDS: Readonly<Partial<Record<Strategy['base'], Grounds>>> = {
  taken: takenBodies,
  example: (_, { operation }) => examplesOf(operation),
  plain: (_, __, { schema }) => plainBodies(schema),
  full: (_, __, { schema }) => fullBodies(schema),
};

/**
 * The bodies that the document shows, whole where they fit and else cut: those of the media type, those of the schema, and one that is
 * assembled of its members' examples.
 */
const examplesOf = memoized((operation: Operation): readonly JsonRecord[] => {
  const media = memberedBodyOf(operation);
  if (media === undefined) return [];
  const { schema, examples, brokenExamples = [] } = media;
  const flats = alternativesOf(schema);
  const broken = flats.flatMap(({ [BROKEN]: some }) => (Array.isArray(some) ? some : []));
  const whole = [
    ...[...examples.map(({ value }) => value), ...brokenExamples],
    ...[...flats.flatMap((flat) => [flat.example, ...(flat.examples ?? [])]), ...broken],
    assembled(schema),
  ];
  return distinctOf(whole.filter(isObject).map((one) => cutTo(schema, one)));
});

/** So deep members with examples are looked for in others. */
const EXAMPLE_DEPTH = 2;

/** An object with each member that is required or has an example; undefined where none has one. */
function assembled(schema: Schema, depth = EXAMPLE_DEPTH): unknown {
  const least = plainValue(schema);
  const shown = [...propertiesOf(schema).values()].filter(
    (property) => !property.readOnly && hasExample(property.schema, depth),
  );
  if (shown.length === 0 || !isObject(least)) return depth === EXAMPLE_DEPTH ? undefined : least;
  const members = shown.map(({ name, schema: member }) => {
    const isInner = depth > 0 && member.example === undefined && propertiesOf(member).size > 0;
    return [name, isInner ? assembled(member, depth - 1) : plainValue(member, name)] as const;
  });
  return { ...least, ...Object.fromEntries(members) };
}

/** Whether a schema, or a member so deep in it, has an example. */
const hasExample = (schema: Schema, depth: number): boolean =>
  schema.example !== undefined ||
  schema.examples !== undefined ||
  (depth > 0 && [...propertiesOf(schema).values()].some((one) => hasExample(one.schema, depth - 1)));

/**
 * The least body of each branch of the schema's unions; of a schema without unions the least one. Before them the first of them with
 * values that the descriptions of its members list: by those a server may be stricter than the schema. After that the same without
 * the items that it may do without.
 */
const plainBodies = memoized((schema: Schema): readonly JsonRecord[] => {
  const [first, ...others] = branchValues(schema).filter(isObject);
  if (first === undefined) return [];
  const bodies = [described(schema, first), first, emptyValue(schema), ...others];
  return distinctOf(bodies.filter(isObject));
});

function described(schema: Schema, body: JsonRecord): JsonRecord {
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const { description, enum: choices } = properties.get(name)?.schema ?? {};
      const listed = typeof description === 'string' && choices === undefined ? choicesIn(description) : [];
      const found = listed.find((one) => fits(properties.get(name)?.schema ?? {}, 'request', one));
      return [name, found ?? value];
    }),
  );
}

/** A body with all that it may have. */
const fullBodies = memoized((schema: Schema): readonly JsonRecord[] => [fullValue(schema)].filter(isObject));

function distinctOf(bodies: readonly (JsonRecord | undefined)[]): readonly JsonRecord[] {
  const found: JsonRecord[] = [];
  for (const one of bodies) if (one !== undefined && !found.some((other) => sameJson(one, other))) found.push(one);
  return found;
}

/** The body that the operation has taken; else what another one on such records has taken, as this one may take it. */
function takenBodies({ notes }: Making, { operation, purpose }: Subject, { schema }: BodyMedia): readonly JsonRecord[] {
  const others = Object.values(purpose?.resource.operations ?? {}).filter((one) => one !== operation);
  const bodyFor = (one: Operation): unknown =>
    notes.values.taken.get(one.id) ?? jsonIn(notes.values.worked.get(one.id)?.body ?? '');
  const own = bodyFor(operation);
  const shared = others.map((one) => named(schema, bodyFor(one))).filter(isObject);
  return distinctOf([isObject(own) ? cutTo(schema, own) : undefined, ...shared.map((one) => cutTo(schema, one))]);
}

/**
 * A shown value with the members that a request may have at that place: those that the schema names, unless it says that there
 * may be others. A server may well refuse what it shows itself.
 */
export function named(schema: Schema, value: unknown): unknown {
  const items = itemsOf(schema);
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => named(items, item));
  const properties = propertiesOf(schema);
  if (!isObject(value) || properties.size === 0) return value;
  const isOpen = alternativesOf(schema).some(
    ({ additionalProperties: more, patternProperties }) => more === true || isObject(more) || patternProperties,
  );
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const property = properties.get(name);
      if (property === undefined) return isOpen ? [[name, member]] : [];
      return property.readOnly ? [] : [[name, named(property.schema, member)]];
    }),
  );
}

/** So often a value is changed to fit. */
const MOST_ROUNDS = 8;
const MOST_AT_ONCE = 20;

/**
 * The object as the schema allows it: without the optional members that break it, and with the least value of each that it lacks.
 * Undefined where that leads to none.
 */
export function cutTo(schema: Schema, whole: JsonRecord): JsonRecord | undefined {
  let value: unknown = whole;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { told } = violationsOf(schema, 'request', value, MOST_AT_ONCE);
    if (told.length === 0) return isObject(value) ? value : undefined;
    const before = value;
    for (const { pointer, keyword } of told) {
      const at = pointerTokens(pointer);
      value = keyword === 'required' ? withLeast(schema, value, at) : withoutOptional(schema, value, at);
    }
    if (sameJson(before, value)) return undefined;
  }
  return undefined;
}

function withLeast(schema: Schema, value: unknown, at: readonly string[]): unknown {
  const member = schemaAt(schema, at);
  const least = member === undefined ? undefined : plainValue(member, at.at(-1));
  return least === undefined ? value : withPart(schema, value, at, least);
}

/** Without the nearest part around a place that may be left out. */
function withoutOptional(schema: Schema, value: unknown, at: readonly string[]): unknown {
  for (let length = at.length; length > 0; length -= 1) {
    const [outer, name = ''] = [at.slice(0, length - 1), at[length - 1]];
    const around = partAt(value, outer);
    const required = propertiesOf(schemaAt(schema, outer) ?? {}).get(name)?.required === true;
    if (isObject(around) && own(around, name) !== undefined && !required) return without(value, at.slice(0, length));
  }
  return value;
}

/** The value without the member at a place. */
export function without(value: unknown, [name = '', ...inner]: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === name ? without(item, inner) : item));
  if (!isObject(value)) return value;
  if (inner.length > 0) return { ...value, [name]: without(own(value, name), inner) };
  return Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
}

/**
 * The value with ids of what there is in the place of those that it makes up.
 *
 * @param isMeant of which members and ids that is so; default: of all
 */
export function referring(
  context: Making,
  subject: Subject,
  schema: Schema,
  value: unknown,
  isMeant: (name: string, id: unknown) => boolean = () => true,
): unknown {
  const items = itemsOf(schema);
  if (Array.isArray(value))
    return items === undefined ? value : value.map((one) => referring(context, subject, items, one, isMeant));
  if (!isObject(value)) return value;
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const property = properties.get(name);
      if (property === undefined || isItsOwn(subject, name)) return [name, member];
      const id = isMeant(name, member) ? referenceFor(context, subject, property, member) : undefined;
      return [name, id ?? referring(context, subject, property.schema, member, isMeant)];
    }),
  );
}

/** Whether a member says by what the very record will be known that is sent. */
export const isItsOwn = ({ contract, operation, purpose }: Subject, name: string): boolean =>
  plain(name) === 'id' ||
  name === purpose?.resource.idProperty ||
  slotsReferredBy(contract, name).some(({ before }) => before === operation.path);

/** The id of a record that there is, for a member that refers to one; its own value where that is one. */
function referenceFor(context: Making, { operation }: Subject, { name, schema }: Property, value: unknown): unknown {
  if (isObject(value)) return undefined;
  const [one = value, ...more] = Array.isArray(value) ? value : [];
  const of = Array.isArray(value) ? itemsOf(schema) : schema;
  if (of === undefined || isObject(one) || Array.isArray(one) || more.length > 0) return undefined;
  const made = context.notes.values.namable.get(placeOf(operation, name))?.id;
  const ids = made === undefined ? idsFor(context, { name, schema: of }) : [made];
  const good = ids.filter((id) => fits(of, 'request', id));
  const id = good.some((each) => sameJson(each, one)) ? one : good[0];
  return Array.isArray(value) && id !== undefined ? [id] : id;
}

/** Ids of what there is that a member may refer to, by its name or by the form of its value: those that this run has made first. */
export function idsFor(context: Making, member: Pick<Property, 'name' | 'schema'>): readonly unknown[] {
  const { contract, known } = context;
  const resources = contract.resources.filter((one) => hasIdsOf(one, member));
  const named = referredBy(contract, member.name, member.schema);
  const made = (named === undefined ? resources : [named]).flatMap((one) => createdIn(known.collection(one)));
  const others = resources.flatMap((one) => [...known.collection(one).records.values()]);
  const ids = (records: typeof made) => records.map(({ id }) => id);
  const all = [...new Set([...ids(made).toReversed(), ...referredIds(context, member), ...ids(others)])];
  return fitOf(context.notes.values.unfit, member.name, all);
}
