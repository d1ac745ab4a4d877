import { memoized } from '../memo/memo';
import type { Schema } from '../model/schema';
import { alternativesOf, ownTypesOf } from './alternatives';

/** A property of an object schema, as it stands in the schema or in one that `allOf` and the like bring in. */
export interface Property {
  readonly name: string;
  readonly schema: Schema;
  /** Whether every object of the schema has it. */
  readonly required: boolean;
  /** Whether it comes in replies alone (OpenAPI 3.0.3 §4.7.24). */
  readonly readOnly: boolean;
  /** Whether it comes in requests alone. */
  readonly writeOnly: boolean;
}

/** Every property that a schema names, those of `allOf`, `anyOf` and `oneOf` included. */
export function propertiesOf(schema: Schema): ReadonlyMap<string, Property> {
  return propertiesIn(alternativesOf(schema));
}

/** Every property that one of these flat schemas names; the first of a name counts, and it is required if all say so. */
export const propertiesIn = memoized((alternatives: readonly Schema[]): ReadonlyMap<string, Property> => {
  const found = new Map<string, Property>();
  for (const [name, property] of alternatives.flatMap((flat) => Object.entries(flat.properties ?? {}))) {
    if (found.has(name)) continue;
    const schema = asObject(property);
    found.set(name, {
      name,
      schema,
      required: alternatives.every(({ required }) => required?.includes(name) === true),
      readOnly: keywordOf(schema, 'readOnly') === true,
      writeOnly: keywordOf(schema, 'writeOnly') === true,
    });
  }
  return found;
});

/** Whether the schema itself allows properties that it does not name. */
export const allowsMore = memoized((schema: Schema): boolean =>
  alternativesOf(schema).some(
    ({ additionalProperties, patternProperties }) =>
      additionalProperties === true || typeof additionalProperties === 'object' || patternProperties !== undefined,
  ),
);

/** The JSON types that a value may have, `null` among them; none where any may come. */
export const typesOf = memoized((schema: Schema): readonly string[] => {
  const each = alternativesOf(schema).map(ownTypesOf);
  return each.some((own) => own.length === 0) ? [] : [...new Set(each.flat())];
});

/** The value of a keyword in a schema or in one that `allOf` and the like bring in; the first counts. */
export function keywordOf<Keyword extends keyof Schema & string>(schema: Schema, keyword: Keyword): Schema[Keyword] {
  return alternativesOf(schema).find((flat) => flat[keyword] !== undefined)?.[keyword];
}

/**
 * What a server may well put in the place of each required member, where that is missing from a request: its default; and, in a schema
 * that is written for replies, null, since there it is required to be shown.
 */
export function standInsOf(schema: Schema): Readonly<Record<string, unknown>> {
  const required = [...propertiesOf(schema).values()].filter((one) => one.required);
  const isOfReplies = required.some(({ readOnly }) => readOnly);
  const members = required
    .filter(({ readOnly }) => !readOnly)
    .map(
      ({ name, schema: member }) => [name, keywordOf(member, 'default') ?? nullIn(isOfReplies ? member : {})] as const,
    );
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/**
 * The defaults of the members that a schema of requests and replies alike requires: in replies they are shown, and what a request leaves
 * out of them is filled in.
 */
export function filledInBy(schema: Schema): Readonly<Record<string, unknown>> {
  const required = [...propertiesOf(schema).values()].filter((one) => one.required);
  const isOfReplies = required.some(({ readOnly }) => readOnly);
  const members = required
    .filter(({ readOnly }) => isOfReplies && !readOnly)
    .map(({ name, schema: member }) => [name, keywordOf(member, 'default')] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

const nullIn = (schema: Schema): null | undefined => (typesOf(schema).includes('null') ? null : undefined);

/** Whether a schema describes an array, and of what; one that allows no array may say so nevertheless. */
export function itemsOf(schema: Schema | undefined): Schema | undefined {
  if (schema !== undefined && !allowsArrays(schema)) return undefined;
  const items = schema === undefined ? undefined : keywordOf(schema, 'items');
  return items === undefined ? undefined : asObject(items);
}

const allowsArrays = (schema: Schema): boolean => {
  const types = typesOf(schema);
  return types.length === 0 || types.includes('array');
};

/** OpenAPI 3.1 has `true` for a schema too; like `false`, which nothing should be made for, it names nothing. */
const asObject = (schema: Schema | boolean): Schema => (typeof schema === 'boolean' ? ANYTHING : schema);

/** One and the same each time: what is known of a schema is known by the schema. */
export const ANYTHING: Schema = {};

/** Whether a schema describes an object with properties of its own. */
export function isRecord(schema: Schema | undefined): schema is Schema {
  return schema !== undefined && propertiesOf(schema).size > 0;
}

/** Deeper places are in the order in which they were found. */
const MOST_STEPS = 20;

/**
 * Things that are each at a place of a value, in the order in which a reader of the schema comes to them: properties as it lists
 * them, then those that it does not name, as they were found; items by their number; a whole before its parts.
 *
 * @param stepsTo the way to a thing's place
 */
export function inDocumentOrder<Thing>(
  schema: Schema,
  things: readonly Thing[],
  stepsTo: (thing: Thing) => readonly string[],
): readonly Thing[] {
  return things
    .map((thing) => ({ thing, ranks: ranksOf(schema, stepsTo(thing)) }))
    .toSorted((one, other) => compare(one.ranks, other.ranks))
    .map(({ thing }) => thing);
}

function ranksOf(schema: Schema, steps: readonly string[]): readonly number[] {
  let at: Schema | undefined = schema;
  return steps.slice(0, MOST_STEPS).map((step) => {
    const items = itemsOf(at);
    const property = at && propertiesOf(at).get(step)?.schema;
    const rank = at && property !== undefined ? placesIn(at).get(step) : Number(step);
    at = property ?? items;
    return rank === undefined || Number.isNaN(rank) ? Number.MAX_VALUE : rank;
  });
}

const placesIn = memoized(
  (schema: Schema): ReadonlyMap<string, number> =>
    new Map([...propertiesOf(schema).keys()].map((name, place) => [name, place])),
);

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [at, rank] of one.entries()) {
    const difference = rank - (other[at] ?? Number.NEGATIVE_INFINITY);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
