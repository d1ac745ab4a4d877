import fc from 'fast-check';
import { type Schema, stringifyJson, typesOf, validatorOf } from '../../openapi/contract';
import { arbitraryOf } from '.';

/**
 * A value of a schema that is none of some others; undefined where none is found. Plain where the schema allows it, since
 * a server may know better than the schema what it takes.
 *
 * @param seed another one gives another value, where the schema has room
 */
export function anotherValue(schema: Schema, others: readonly unknown[], seed: number): unknown {
  const fits = validatorOf(schema, 'request');
  const taken = new Set(others.map((value) => stringifyJson(value ?? null)));
  const isOther = (value: unknown): boolean => fits(value) === undefined && !taken.has(stringifyJson(value));
  return [...plainValues(schema, seed)].find(isOther) ?? drawn(schema, seed).find(isOther);
}

function plainValues({ enum: values, format, pattern, minimum, maximum, ...schema }: Schema, seed: number) {
  if (values !== undefined) return values.filter((value) => value !== null);
  const types = typesOf(schema);
  const isText = types.includes('string') && format === undefined && pattern === undefined;
  if (isText) return TEXTS.map((text) => `${text} ${seed}`.slice(0, schema.maxLength));
  if (types.includes('boolean')) return [true, false];
  if (!types.includes('integer')) return [];
  return [Number(minimum ?? 0) + 1 + (seed % 7), Number(minimum ?? 1), Number(maximum ?? 2)];
}

const TEXTS = ['Another', 'Yet another', 'Other'];

const drawn = (schema: Schema, seed: number): readonly unknown[] =>
  fc.sample(arbitraryOf(schema), { numRuns: 20, seed }).filter((value) => value !== null);
