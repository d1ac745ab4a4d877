import { leastValue, type Schema } from '../../openapi/contract';
import type { Source } from './source';

/**
 * A value that a schema allows: one that the source makes up, else the least one. Where none is found, the first candidate: this
 * never throws.
 */
export const sample = (schema: Schema, source: Source, name = ''): unknown =>
  source.makeUp?.(schema, source, name) ?? leastValue(schema, 'response', source, name);
