import { isObject } from '../json/value';
import type { Schema } from '../model/schema';
import { alternativesOf, ownTypesOf } from './alternatives';
import { MEANT } from './discriminator';
import { EXACT_NUMBER, isNumericKeyword, numberBounds } from './exact-number';
import { HOLDING } from './inner-schemas';
import { keywordOf } from './properties';
import { WORDS } from './violation';

/** Which way a body travels: `readOnly` properties need not be sent, `writeOnly` ones need not come back. */
export type Direction = 'request' | 'response';

/** A schema as ajv takes it. */
export type JsonSchema = Record<string, unknown>;

/** Keywords that are rewritten below, or by which ajv would judge otherwise. */
const DROPPED: ReadonlySet<string> = new Set(['type', 'nullable', 'required', 'example', '$schema', '$id']);

/** Keywords with other objects than schemas. What else holds objects is left out: ajv would look for addresses in all of it. */
const VALUES: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'dependentRequired', 'dependencies']);

/** Levels of schemas inside schemas: what is deeper is referred to, and compiled for itself. */
const MAX_LEVELS = 32;

/**
 * A schema of the document as JSON Schema 2020-12 for ajv: without OpenAPI 3.0's own spellings, with `exactNumber` for all about
 * numbers, and with `$ref` for what occurs twice, in itself or far inside.
 */
export function toJsonSchema(schema: Schema, direction: Direction): JsonSchema {
  interface Visited {
    readonly part: Schema;
    readonly name: string;
    readonly level: number;
    readonly whole: JsonSchema;
  }
  const visited = new Map<Schema, Visited>();
  const referenced = new Set<Visited>();
  const visit = (part: Schema, level: number): JsonSchema => {
    const known = visited.get(part);
    if (known !== undefined) {
      referenced.add(known);
      return { $ref: `#/$defs/${known.name}` };
    }
    const isDeep = level > MAX_LEVELS;
    const found = { part, name: `s${visited.size}`, level: isDeep ? 0 : level, whole: {} };
    visited.set(part, found);
    if (isDeep) referenced.add(found);
    return found.whole;
  };
  const root = visit(schema, 0);
  // The loop also visits what is added meanwhile.
  for (const { part, level, whole } of visited.values()) {
    const walk = (node: unknown): unknown =>
      typeof node === 'object' && node !== null ? visit(node as Schema, level + 1) : node;
    Object.assign(whole, one(part, direction, walk));
  }
  const definitions: JsonSchema = {};
  for (const { name, whole } of referenced) {
    definitions[name] = { ...whole };
    // Its first place refers to it like all others, so that each is written once.
    for (const keyword of Object.keys(whole)) delete whole[keyword];
    whole.$ref = `#/$defs/${name}`;
  }
  return referenced.size === 0 ? root : withDefinitions(root, definitions);
}

/** A schema whose references lead to these; where ajv does not see them, which would go through all of them each time. */
export const withDefinitions = (schema: JsonSchema, definitions: unknown): JsonSchema =>
  Object.defineProperty({ ...schema }, '$defs', { value: definitions });

function one(schema: Schema, direction: Direction, walk: (node: unknown) => unknown): JsonSchema {
  const numeric = numberBounds(schema);
  const out: JsonSchema = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (DROPPED.has(keyword) || (numeric !== undefined && isNumericKeyword(keyword, value))) continue;
    if (keyword.startsWith('x-') && keyword !== WORDS) continue;
    const holding = Object.hasOwn(HOLDING, keyword) ? HOLDING[keyword] : undefined;
    if (holding === 'one') out[keyword] = walk(value);
    else if (holding === 'array') out[keyword] = (value as unknown[]).map(walk);
    else if (holding === 'map') out[keyword] = mapValues(value as Record<string, unknown>, walk);
    // As an enumeration of one: ajv writes a const into its code, which can't hold a bigint.
    else if (keyword === 'const' && typeof value === 'bigint') out.enum = [value];
    else if (typeof value !== 'object' || value === null || VALUES.has(keyword)) out[keyword] = value;
  }
  const types = ownTypesOf(schema);
  if (numeric !== undefined) out[EXACT_NUMBER] = numeric;
  else if (types.length > 0) out.type = types;
  const required = requiredIn(schema, direction);
  if (required.length > 0) out.required = required;
  const { discriminator } = schema;
  if (isObject(discriminator) && Array.isArray(discriminator.names)) out[MEANT] = discriminator;
  return nullableUnion(schema, nullableEnum(schema, out));
}

function requiredIn(schema: Schema, direction: Direction): readonly string[] {
  const exempt = direction === 'request' ? 'readOnly' : 'writeOnly';
  // Often one schema requires a property that another, which it brings in by `allOf`, describes.
  const isExempt = (name: string): boolean =>
    alternativesOf(schema).every(({ properties }) => {
      const property = properties?.[name];
      // OpenAPI 3.1 has `true` for a schema, too.
      return typeof property === 'object' && keywordOf(property, exempt) === true;
    });
  return (schema.required ?? []).filter((name) => !isExempt(name));
}

/** OpenAPI 3.0.4 §4.7.24: a nullable enumeration must list null; most authors forget, and mean it all the same. */
function nullableEnum(schema: Schema, out: JsonSchema): JsonSchema {
  if (schema.nullable !== true || schema.enum === undefined || schema.enum.includes(null)) return out;
  return { ...out, enum: [...schema.enum, null] };
}

/** OpenAPI 3.0.4 §4.7.24: `nullable` adds null to the types beside it, and nothing beside `allOf` alone; authors mean that it does. */
function nullableUnion(schema: Schema, out: JsonSchema): JsonSchema {
  const isComposed = schema.allOf !== undefined || schema.anyOf !== undefined || schema.oneOf !== undefined;
  if (schema.nullable !== true || schema.type !== undefined || !isComposed) return out;
  return { anyOf: [out, { type: 'null' }] };
}

function mapValues(object: Record<string, unknown>, change: (value: unknown) => unknown): JsonSchema {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
