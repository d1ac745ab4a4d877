import type { Schema } from '../model/schema';

/** Keywords that say nothing of a value; with them nothing but the type is asked for. */
const SAYINGS: ReadonlySet<string> = new Set([
  ...['type', 'nullable', 'title', 'description', 'example', 'examples', 'default', 'deprecated', 'readOnly'],
  ...['writeOnly', 'externalDocs', 'xml', '$comment'],
]);

/** Types by what `typeof` says of their values. */
const TYPES: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['string', (value) => typeof value === 'string'],
  ['boolean', (value) => typeof value === 'boolean'],
  ['integer', (value) => Number.isInteger(value)],
  ['number', (value) => Number.isFinite(value)],
]);

/**
 * Whether a value fits a schema, as far as that can be told at a glance: a type alone, as most properties have, with an example
 * of it. To compile a schema takes a hundred times as long.
 */
export function surelyFits(schema: Schema, value: unknown): boolean {
  const hasType = typeof schema.type === 'string' ? TYPES.get(schema.type) : undefined;
  if (hasType === undefined || !hasType(value)) return false;
  for (const keyword of Object.keys(schema)) {
    if (SAYINGS.has(keyword) || keyword.startsWith('x-')) continue;
    if (keyword === 'enum' && Array.isArray(schema.enum) && schema.enum.includes(value)) continue;
    if (keyword === 'format' && UNJUDGED.has(String(schema.format))) continue;
    return false;
  }
  return true;
}

/** Formats that nothing is judged by, of texts that are often given. */
const UNJUDGED: ReadonlySet<string> = new Set(['password', 'binary', 'float', 'double']);
