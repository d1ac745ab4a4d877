import type { Schema } from '../model/schema';
import { ownTypesOf } from './alternatives';

/** The keywords that judge numbers. */
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

/** What `exactNumber` takes over from ajv's own keywords; undefined if the schema says nothing of numbers. */
export function numberBounds(schema: Schema): Bounds | undefined {
  const types = ownTypesOf(schema);
  const isNumeric = types.includes('integer') || types.includes('number');
  const hasBounds = NUMERIC.some((keyword) => keyword !== 'format' && schema[keyword] !== undefined);
  if (!isNumeric && !hasBounds) return undefined;
  const bounds = NUMERIC.flatMap((keyword) => (schema[keyword] === undefined ? [] : [[keyword, schema[keyword]]]));
  return { types, ...(Object.fromEntries(bounds) as Omit<Bounds, 'types'>) };
}

/** Whether `numberBounds` takes this keyword over; formats of texts stay, whatever stands beside them. */
export const isNumericKeyword = (keyword: string, value: unknown): boolean =>
  (NUMERIC as readonly string[]).includes(keyword) && (keyword !== 'format' || NUMBER_FORMATS.has(value));

/** Formats of the registry of OpenAPI that ajv knows for numbers, and has no exact test for. */
const NUMBER_FORMATS = new Set<unknown>(['int32', 'int64', 'float', 'double']);
