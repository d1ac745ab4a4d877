import { isObject, pointerTo } from '../json/value';
import type { Schema } from '../model/schema';

/** What the value of a keyword is: a schema, a list of them, or one under each name. */
export type Holding = 'one' | 'array' | 'map';

const all = (keywords: readonly string[], holding: Holding): Readonly<Record<string, Holding>> =>
  Object.fromEntries(keywords.map((keyword) => [keyword, holding]));

const JUDGES_VALUE: Readonly<Record<string, Holding>> = {
  ...all(['allOf', 'anyOf', 'oneOf'], 'array'),
  ...all(['not', 'if', 'then', 'else'], 'one'),
  dependentSchemas: 'map',
};

/** Keywords whose schemas judge the value that the schema itself judges, or a part of it. */
export const HOLDING: Readonly<Record<string, Holding>> = {
  ...JUDGES_VALUE,
  ...all(['properties', 'patternProperties'], 'map'),
  ...all(['additionalProperties', 'unevaluatedProperties', 'propertyNames'], 'one'),
  items: 'one',
  prefixItems: 'array',
  ...all(['unevaluatedItems', 'contains'], 'one'),
};

/** Keywords whose schemas judge the value that the schema itself judges. */
export const SAME_VALUE = Object.keys(JUDGES_VALUE);
const EVERY = Object.keys(HOLDING);

interface Inner {
  /** The steps of the JSON pointer to it. */
  readonly steps: readonly string[];
  readonly schema: Schema;
}

/** The schemas that stand in a schema under these keywords. */
export const innerSchemas = (schema: Schema, keywords: readonly string[]): readonly Inner[] =>
  keywords.flatMap((keyword) => {
    const value = schema[keyword];
    if (typeof value !== 'object' || value === null) return [];
    const inner = (schema: unknown, ...steps: readonly string[]): readonly Inner[] =>
      // OpenAPI 3.1 has `true` for a schema, too.
      isObject(schema) ? [{ steps: [keyword, ...steps], schema: schema as Schema }] : [];
    return Array.isArray(value) || HOLDING[keyword] === 'map'
      ? Object.entries(value).flatMap(([name, one]) => inner(one, name))
      : inner(value);
  });

/**
 * Goes through a schema and those that judge the same value by way of it, each after the ones that it brings in: not by calls of
 * itself, since there may be thousands, each inside another.
 *
 * @param done those that were gone through before
 * @param back called where one brings in another that it is brought in by
 */
export function throughSameValue(
  root: Schema,
  done: Set<Schema>,
  leave: (schema: Schema) => void,
  back: (schema: Schema, inner: Schema) => void = () => {},
): void {
  const open = new Set<Schema>();
  const ways: { readonly schema: Schema; readonly inner: Iterator<Inner> }[] = [];
  const enter = (schema: Schema): void => {
    if (done.has(schema)) return;
    open.add(schema);
    ways.push({ schema, inner: innerSchemas(schema, SAME_VALUE).values() });
  };
  enter(root);
  for (let way = ways.at(-1); way !== undefined; way = ways.at(-1)) {
    const { schema, inner } = way;
    const { done: isEnd, value } = inner.next();
    if (isEnd !== true && open.has(value.schema)) back(schema, value.schema);
    else if (isEnd !== true) enter(value.schema);
    else {
      ways.pop();
      open.delete(schema);
      done.add(schema);
      leave(schema);
    }
  }
}

/**
 * How many schemas judge a value by way of a schema, each path to one counted: `allOf` and the like multiply. Infinite where a schema
 * leads to itself so. Counted in linear time, for all calls together.
 *
 * @param countAs what a schema of a weight counts as for those that it is a part of
 */
export function createWeight(
  countAs: (schema: Schema, weight: number) => number = (_, weight) => weight,
): (schema: Schema) => number {
  const done = new Set<Schema>();
  const known = new Map<Schema, number>();
  // Met while it is being weighed, it leads to itself.
  const weightOf = (schema: Schema): number => known.get(schema) ?? Number.POSITIVE_INFINITY;
  const weigh = (schema: Schema): void => {
    const inner = innerSchemas(schema, SAME_VALUE);
    known.set(
      schema,
      countAs(
        schema,
        inner.reduce((sum, one) => sum + weightOf(one.schema), 1),
      ),
    );
  };
  return (schema) => {
    throughSameValue(schema, done, weigh);
    return weightOf(schema);
  };
}

/** The schemas that a schema is made of, itself first, without those that have been seen. */
export function* newParts(schema: Schema, seen: Set<Schema>): Generator<Schema> {
  const waiting = [schema];
  // The loop also visits what is added meanwhile.
  for (const part of waiting) {
    if (seen.has(part)) continue;
    seen.add(part);
    yield part;
    for (const inner of innerSchemas(part, EVERY)) waiting.push(inner.schema);
  }
}

/** The JSON pointer from a schema to the nearest part of it that is wanted. */
export function placeIn(schema: Schema, isWanted: (part: Schema) => boolean): string | undefined {
  const found = new Map([[schema, '']]);
  // The loop also visits what is added meanwhile.
  for (const [part, pointer] of found) {
    if (isWanted(part)) return pointer;
    for (const { steps, schema: inner } of innerSchemas(part, EVERY)) {
      if (!found.has(inner)) found.set(inner, pointerTo(pointer, ...steps));
    }
  }
  return undefined;
}
