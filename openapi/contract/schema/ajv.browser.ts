import type { ErrorObject } from 'ajv';
import { interpreterWith } from '../interpreter/interpreter';
import type { Keyword } from '../interpreter/run';
import { EXACT_NUMBER, exactNumberKeyword } from './exact-number';
import type { JsonSchema } from './json-schema';

export type { ErrorsIn } from './ajv';

/** A page may forbid what ajv is made of, `new Function`. There is nothing to choose or to keep in its place. */
export interface Engines {
  readonly isOfPage: true;
}
export const ENGINES: Engines = { isOfPage: true };
export const newEngines = (): Engines => ENGINES;

/** Numbers that may be `bigint`. */
const exactNumber: Keyword = ({ keyword, schema }) => {
  const given = schema[keyword];
  // It is made by `numberBounds`, and the rule needs no more of ajv than the bounds.
  const test = exactNumberKeyword.compile?.(given as never, schema, undefined as never);
  if (test === undefined) return undefined;
  return (value, at, run) => {
    if (test(value)) return true;
    const [error] = test.errors ?? [];
    if (error !== undefined) run.errors.push({ ...error, instancePath: at, schema: given, data: value } as ErrorObject);
    return false;
  };
};

const judgedWithin = interpreterWith({ [EXACT_NUMBER]: exactNumber });

export const errorsWithin = (root: JsonSchema, _engines: Engines) => judgedWithin(root);
