import type { Schema } from '../model/schema';
import { innerSchemas, PART_OF_VALUE, SAME_VALUE } from './inner';

/**
 * How many schemas judge a value by way of a schema, each path to one counted: `allOf` and the like multiply where each refers
 * twice to the next, and whoever goes through them all takes as long. It is counted in linear time, for all calls together; a
 * circle counts once.
 */
export function createWeight(): (schema: Schema) => number {
  const known = new Map<Schema, number>();
  const weigh = (schema: Schema): number => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    known.set(schema, 1);
    const weight = innerSchemas(schema, SAME_VALUE).reduce((sum, inner) => sum + weigh(inner), 1);
    known.set(schema, weight);
    return weight;
  };
  return weigh;
}

/** The schemas that a schema is made of, itself included, each once; where they are more than `most`, only so many. */
export function partsOf(schema: Schema, most: number): ReadonlySet<Schema> {
  const found = new Set([schema]);
  // The loop also visits what is added meanwhile.
  for (const part of found) {
    for (const inner of innerSchemas(part, [...SAME_VALUE, ...PART_OF_VALUE])) {
      if (found.size > most) return found;
      found.add(inner);
    }
  }
  return found;
}
