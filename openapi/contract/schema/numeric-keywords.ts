import type { Schema } from '../model/schema';
import { ownTypesOf } from './alternatives';

/** The words of a schema that judge numbers. */
const NUMERIC = [
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
] as const satisfies readonly (keyof Schema)[];

export type Numeric = number | bigint;

/** What a schema says of numbers. */
export interface Bounds {
  readonly types: readonly string[];
  readonly format?: string;
  readonly minimum?: Numeric;
  readonly maximum?: Numeric;
  readonly exclusiveMinimum?: boolean | Numeric;
  readonly exclusiveMaximum?: boolean | Numeric;
  readonly multipleOf?: Numeric;
}

/** The part of a schema that `exactNumber` takes over from ajv's own words; undefined where it has no say in numbers. */
export function numericPart(schema: Schema): Bounds | undefined {
  const types = ownTypesOf(schema);
  const isNumeric = types.includes('integer') || types.includes('number');
  const hasBounds = NUMERIC.some((word) => word !== 'format' && schema[word] !== undefined);
  if (!isNumeric && !hasBounds) return undefined;
  const bounds = NUMERIC.flatMap((word) => (schema[word] === undefined ? [] : [[word, schema[word]]]));
  return { types, ...(Object.fromEntries(bounds) as Omit<Bounds, 'types'>) };
}

/** Whether a word of a schema is one that `numericPart` takes over. */
export const isNumericWord = (word: string): boolean => (NUMERIC as readonly string[]).includes(word);
