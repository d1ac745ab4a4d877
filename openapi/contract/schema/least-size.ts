import { memoized } from '../memo/memo';
import type { Schema } from '../model/schema';
import { alternativesOf, ownTypesOf } from './alternatives';
import { namedBranches } from './discriminator';
import type { Direction } from './json-schema';
import { ANYTHING, itemsOf, propertiesIn } from './properties';

/** What a value is made of: values of a schema. */
interface Part {
  readonly schema: Schema;
  /** Of a property; undefined for items, and for what is the value itself. */
  readonly name?: string;
  /** How many of them there have to be. */
  readonly times: number;
}

/** One way to make a value of a schema. */
export interface Way {
  /** A JSON type, `choice` where another schema makes the value, or `any` where nothing is said. */
  readonly kind: string;
  /** What the value is made by: without `allOf` and the like, but for a choice. */
  readonly flat: Schema;
  /** What the value has to be made of. */
  readonly parts: readonly Part[];
  /** What it may have besides, and how many of these it has to have. */
  readonly others: readonly Part[];
  readonly least: number;
}

/** The ways to make a value: for each type of each of its alternatives one. None where an enumeration is empty. */
export const waysOf: Readonly<Record<Direction, (schema: Schema) => readonly Way[]>> = {
  request: memoized((schema) => ways(schema, 'request')),
  response: memoized((schema) => ways(schema, 'response')),
};

/**
 * How many parts the least value of a schema has, at every depth and itself included; infinite where none would end. Taking the least
 * way each time comes to an end, however a schema contains itself. Found in linear time, for all calls together.
 */
export function leastSizeOf(schema: Schema, direction: Direction): number {
  if (knownOf[direction](schema).size === undefined) explore(schema, direction);
  return knownOf[direction](schema).size ?? Number.POSITIVE_INFINITY;
}

/** The same of what is made in one way. */
export const leastSizeOfWay = (way: Way, direction: Direction): number =>
  sizeOfWay(way, (schema) => leastSizeOf(schema, direction));

/** A least value of more levels is not looked for: no document was seen whose schemas ask for so many. */
const MOST_LEVELS = 100;
/** Of a schema that is made of more schemas the nearest are looked at. */
const MOST_SCHEMAS = 20_000;

interface Known {
  /** Undefined until it is looked for. */
  size: number | undefined;
}

const knownOf: Readonly<Record<Direction, (schema: Schema) => Known>> = {
  request: memoized((_: Schema): Known => ({ size: undefined })),
  response: memoized((_: Schema): Known => ({ size: undefined })),
};

/** Finds out the sizes of a schema and of all that it is made of: each round finds those that take one level more. */
function explore(root: Schema, direction: Direction): void {
  const known = knownOf[direction];
  const found = new Set([root]);
  // The loop also visits what is added meanwhile.
  for (const schema of found) {
    for (const { parts, others } of waysOf[direction](schema)) {
      for (const part of [...parts, ...others]) {
        if (found.size < MOST_SCHEMAS && known(part.schema).size === undefined) found.add(part.schema);
      }
    }
  }
  const sizeOf = (schema: Schema): number => known(schema).size ?? Number.POSITIVE_INFINITY;
  const leastOf = (schema: Schema): number =>
    waysOf[direction](schema).reduce((least, way) => Math.min(least, sizeOfWay(way, sizeOf)), Number.POSITIVE_INFINITY);
  for (let level = 0; level < MOST_LEVELS; level += 1) {
    const sizes = [...found].map((schema) => ({ schema, size: leastOf(schema) }));
    const changed = sizes.filter(({ schema, size }) => size !== known(schema).size);
    if (changed.length === 0) return;
    for (const { schema, size } of changed) known(schema).size = size;
  }
}

function sizeOfWay({ parts, others, least }: Way, sizeOf: (schema: Schema) => number): number {
  const cheapest = least === 0 ? [] : others.map((part) => sizeOf(part.schema)).sort((one, other) => one - other);
  const ofParts = parts.reduce((sum, { schema, times }) => sum + times * sizeOf(schema), 1);
  return cheapest.slice(0, least).reduce((sum, size) => sum + size, ofParts);
}

function ways(schema: Schema, direction: Direction): readonly Way[] {
  const choices = choicesOf(schema);
  if (choices === undefined)
    return alternativesOf(schema).flatMap((flat) => waysOfFlat(flat, flat === schema, direction));
  return choices.map((choice) => ({
    kind: 'choice',
    flat: choice,
    parts: [{ schema: choice, times: 1 }],
    others: [],
    least: 0,
  }));
}

/** The schemas of which one is to be chosen, where nothing else is asked for: of these `alternativesOf` has only the first. */
function choicesOf(schema: Schema): readonly Schema[] | undefined {
  const { oneOf, anyOf, allOf, properties } = schema;
  const isMore =
    allOf !== undefined || properties !== undefined || schema.enum !== undefined || schema.const !== undefined;
  return isMore ? undefined : (namedBranches(schema) ?? oneOf ?? anyOf);
}

/** @param isWhole whether it is the schema itself: of several together, one may require what is hidden in another */
function waysOfFlat(flat: Schema, isWhole: boolean, direction: Direction): readonly Way[] {
  const leaf = (kind: string): Way => ({ kind, flat, parts: [], others: [], least: 0 });
  if (flat.const !== undefined) return [leaf('const')];
  if (flat.enum !== undefined) return flat.enum.length === 0 ? [] : [leaf('enum')];
  const types = ownTypesOf(flat);
  if (types.length === 0) return [flat.properties === undefined ? leaf('any') : objects(flat, isWhole, direction)];
  return types.map((type) => {
    if (type === 'object') return objects(flat, isWhole, direction);
    const { minItems = 0 } = flat;
    return type === 'array' && minItems > 0
      ? { ...leaf(type), parts: [{ schema: itemsOf(flat) ?? ANYTHING, times: minItems }] }
      : leaf(type);
  });
}

function objects(flat: Schema, isWhole: boolean, direction: Direction): Way {
  const hidden = direction === 'request' ? 'readOnly' : 'writeOnly';
  const named = propertiesIn([flat]);
  const shown = [...named.values()].filter((property) => !(isWhole && property[hidden]));
  const more = typeof flat.additionalProperties === 'object' ? flat.additionalProperties : ANYTHING;
  const parts = [
    ...shown.filter(({ required }) => required).map(({ name, schema }) => ({ name, schema, times: 1 })),
    ...(flat.required ?? []).filter((name) => !named.has(name)).map((name) => ({ name, schema: more, times: 1 })),
  ];
  const others = shown.filter((property) => !property.required && !property[hidden]);
  const least = Math.min(Math.max(0, Number(flat.minProperties ?? 0) - parts.length), others.length);
  return { kind: 'object', flat, parts, others: others.map(({ name, schema }) => ({ name, schema, times: 1 })), least };
}
