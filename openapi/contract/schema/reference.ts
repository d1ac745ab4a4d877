import type { AnySchemaObject, CodeKeywordDefinition, ErrorObject, ValidateFunction } from 'ajv';
import type Ajv2020 from 'ajv/dist/2020';
import { compileSchema, SchemaEnv } from 'ajv/dist/compile';
import { inlineRef } from 'ajv/dist/compile/resolve';
import { callRef } from 'ajv/dist/vocabularies/core/ref';
import { memoized, memoizedByText } from '../memo/memo';

/** What was found while a value was judged: for each schema that is referred to, of each part of the value. */
export type Found = Map<SchemaEnv, Map<unknown, Finding>>;

interface Finding {
  /** Undefined where it fits. */
  readonly errors: readonly ErrorObject[] | undefined;
  readonly evaluated: ValidateFunction['evaluated'] | undefined;
  /** The JSON pointer to the part, with which those of its errors begin. */
  readonly place: string;
}

/** How many errors of a part the whole gets, the last of them: it gets them once from each schema of a union. */
const MOST_ERRORS = 100;

/**
 * Replaces `$ref`, which leads to one of the `$defs` of the whole schema:
 *
 * - What a schema says of a part of a value is found out once. Where a union refers to itself, ajv's own judges the innermost part
 *   twice for each level around it: 2^30 times, 30 levels deep.
 * - What is referred to is compiled when it first judges. Of a large document a value meets little, and where references lead on and
 *   on, ajv's own compiles each inside the one before, for which the stack is too small.
 *
 * A compiled schema takes a `Found` as `this`; without one it does as ajv's own.
 */
export function replaceReference(engine: Ajv2020): void {
  // All that ajv itself defines is made of code.
  const own = engine.getKeyword('$ref') as CodeKeywordDefinition;
  const targetIn = memoized((definitions: Readonly<Record<string, AnySchemaObject>>) =>
    memoizedByText((name) => {
      const schema = definitions[name] ?? {};
      const target = new SchemaEnv({ schema, root: new SchemaEnv({ schema: { $defs: definitions } }) });
      return { target, judge: judgingOnce(target, engine) };
    }),
  );
  engine.removeKeyword('$ref').addKeyword({
    ...own,
    code(context) {
      const { schemaEnv } = context.it;
      const { $defs } = schemaEnv.root.schema as AnySchemaObject;
      const name = String(context.schema).replace(DEFINITION, '');
      // A small schema is written in place of its reference.
      if (inlineRef($defs[name], engine.opts.inlineRefs)) return own.code(context);
      const { target, judge } = targetIn($defs)(name);
      callRef(context, context.gen.scopeValue('validate', { ref: judge, key: target }), target, false);
    },
  });
}

const DEFINITION = '#/$defs/';

interface Judge {
  (this: unknown, ...args: Arguments): boolean;
  errors?: readonly ErrorObject[] | null;
  evaluated?: Finding['evaluated'];
}
type Arguments = Parameters<ValidateFunction>;

function judgingOnce(target: SchemaEnv, engine: Ajv2020): Judge {
  const judgeNow = (found: unknown, args: Arguments): Finding => {
    const validate = target.validate ?? compiled(target, engine);
    const errors = validate.apply(found, args) ? undefined : (validate.errors ?? []).slice(-MOST_ERRORS);
    const evaluated = validate.evaluated && { ...validate.evaluated };
    return { errors, evaluated, place: placeOf(args) };
  };
  const judgeOnce = (found: Found, args: Arguments): Finding => {
    const [value] = args;
    const known = found.get(target)?.get(value);
    if (known !== undefined) return moved(known, placeOf(args));
    const finding = judgeNow(found, args);
    const ofTarget = found.get(target) ?? new Map<unknown, Finding>();
    found.set(target, ofTarget.set(value, finding));
    return finding;
  };
  const judge: Judge = function (...args) {
    const { errors, evaluated } = this instanceof Map ? judgeOnce(this, args) : judgeNow(this, args);
    // Where compiled code looks for them.
    judge.errors = errors ?? null;
    judge.evaluated = evaluated;
    return errors === undefined;
  };
  return judge;
}

/** A fault that reading the document misses makes a schema accept any value, so that requests are served. */
function compiled(target: SchemaEnv, engine: Ajv2020): ValidateFunction {
  try {
    compileSchema.call(engine, target);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    target.validate = engine.compile({});
  }
  return target.validate as ValidateFunction;
}

const placeOf = ([, context]: Arguments): string => context?.instancePath ?? '';

/** What was found in a part that is looked at from elsewhere: its place in the value is another one. */
function moved(finding: Finding, place: string): Finding {
  if (finding.errors === undefined || finding.place === place) return finding;
  const errors = finding.errors.map((error) => ({
    ...error,
    instancePath: place + error.instancePath.slice(finding.place.length),
  }));
  return { ...finding, errors, place };
}
