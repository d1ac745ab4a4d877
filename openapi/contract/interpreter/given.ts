import type { Context, JsonSchema } from './run';

export const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: isText,
  number: isNumber,
  integer: (value) => isNumber(value) && Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
};

export function expect(context: Context, is: boolean): void {
  if (!is) throw new TypeError(`${context.keyword} can't be that`);
}

const isSchema = (given: unknown): given is JsonSchema | boolean => typeof given === 'boolean' || isObject(given);

export function schemaAt(context: Context): JsonSchema | boolean {
  const given = context.schema[context.keyword];
  expect(context, isSchema(given));
  return given as JsonSchema | boolean;
}

export function schemasAt(context: Context): readonly (JsonSchema | boolean)[] {
  const given = context.schema[context.keyword];
  expect(context, Array.isArray(given));
  return given as readonly (JsonSchema | boolean)[];
}

export function schemasByName(context: Context): readonly (readonly [string, JsonSchema | boolean])[] {
  const given = context.schema[context.keyword];
  expect(context, isObject(given));
  return namesIn(given).map((name) => [name, (given as Record<string, JsonSchema | boolean>)[name] ?? true]);
}

export const namesIn = (map: unknown): readonly string[] =>
  isObject(map) ? Object.keys(map).filter((name) => name !== '__proto__') : [];

/** As ajv has it, a name that every object inherits is there. */
export const has = (object: object, name: string): boolean => memberOf(object, name) !== undefined;
export const memberOf = (object: object, name: string): unknown => (object as Readonly<Record<string, unknown>>)[name];
