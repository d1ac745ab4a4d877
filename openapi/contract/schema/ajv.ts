import type { ErrorObject, ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { FORMATS } from '../interpreter/formats';
import { memoized, once } from '../memo/memo';
import { patternOf } from '../pattern/pattern';
import { replaceEquality } from './equality';
import { exactNumberKeyword } from './exact-number';
import { type JsonSchema, withDefinitions } from './json-schema';
import { type Found, replaceReference } from './reference';

/** ajv for JSON Schema 2020-12, with its formats and our `exactNumber`. It ignores keywords that it does not know. */
export const ajv = once(() => newAjv(false, true));

/** An ajv that ends at the first error, and one that goes on. */
export type Engines = Readonly<Record<'first' | 'all', () => Ajv2020>>;

/** Those that judge while a contract is used. */
export const ENGINES: Engines = { first: ajv, all: once(() => newAjv(true, true)) };

/** Others for schemas that judge a value or two: their code is not optimized, and is forgotten with them. */
export const newEngines = (): Engines => ({
  first: once(() => newAjv(false, false)),
  all: once(() => newAjv(true, false)),
});

function newAjv(allErrors: boolean, optimize: boolean): Ajv2020 {
  const engine = new Ajv2020({
    strict: false,
    verbose: true,
    logger: false,
    validateSchema: false,
    allErrors,
    code: { optimize, regExp: Object.assign((source: string) => patternOf(source), { code: 'patternOf' }) },
    // A compiled schema passes its `this` on: see `replaceReference`.
    passContext: true,
  });
  addFormats(engine);
  for (const [name, format] of Object.entries(FORMATS)) engine.addFormat(name, format);
  engine.addKeyword(exactNumberKeyword);
  replaceEquality(engine);
  replaceReference(engine);
  return engine;
}

/** What ajv finds in a value: the first error with those that it follows from before it, or all; nothing where it fits. */
export type ErrorsIn = (schema: JsonSchema, value: unknown, howMany: 'first' | 'all') => readonly ErrorObject[];

/** Begins to judge a value by a schema and its parts, which refer to the `$defs` of `root`; each is compiled when it first judges. */
export function errorsWithin(root: JsonSchema, engines: Engines): () => ErrorsIn {
  const standalone = (schema: JsonSchema): JsonSchema =>
    schema === root || root.$defs === undefined ? schema : withDefinitions(schema, root.$defs);
  const compiled: Readonly<Record<'first' | 'all', (schema: JsonSchema) => ValidateFunction>> = {
    first: memoized((schema) => compile(engines.first(), standalone(schema))),
    all: memoized((schema) => compile(engines.all(), standalone(schema))),
  };
  const judging =
    (foundBy: (schema: JsonSchema) => Found | undefined): ErrorsIn =>
    (schema, value, howMany) => {
      const validate = compiled[howMany](schema);
      return validate.call(foundBy(schema), value) ? [] : (validate.errors ?? []);
    };
  // A whole gets the last errors of its parts alone: each schema that is looked at for itself finds all of its own.
  if (root.$defs !== undefined) return () => judging(memoized(() => new Map()));
  const withoutReferences = judging(() => undefined);
  return () => withoutReferences;
}

/** Reading a document finds what is wrong with its schemas. A fault that it misses makes the schema accept any value, so that requests are served. */
function compile(engine: Ajv2020, schema: JsonSchema): ValidateFunction {
  try {
    return engine.compile(schema);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return engine.compile({});
  }
}
