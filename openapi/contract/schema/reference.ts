import type { CodeKeywordDefinition, ErrorObject, ValidateFunction } from 'ajv';
import type Ajv2020 from 'ajv/dist/2020';
import { resolveRef, SchemaEnv } from 'ajv/dist/compile';
import { callRef } from 'ajv/dist/vocabularies/core/ref';

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
 * Replaces `$ref`: what a schema says of a part of a value is found out once. Where a union refers to itself, ajv's own judges the
 * innermost part twice for each level around it: 2^30 times, 30 levels deep.
 *
 * A compiled schema takes a `Found` as `this`; without one it does as ajv's own.
 */
export function replaceReference(engine: Ajv2020): void {
  // All that ajv itself defines is made of code.
  const own = engine.getKeyword('$ref') as CodeKeywordDefinition;
  engine.removeKeyword('$ref').addKeyword({
    ...own,
    code(context) {
      const { baseId, schemaEnv } = context.it;
      const target = resolveRef.call(engine, schemaEnv.root, baseId, String(context.schema));
      // A small schema is written in place of its reference.
      if (!(target instanceof SchemaEnv)) return own.code(context);
      const judge = context.gen.scopeValue('validate', { ref: judgingOnce(target), key: target });
      callRef(context, judge, target, false);
    },
  });
}

interface Judge {
  (this: unknown, ...args: Arguments): boolean;
  errors?: readonly ErrorObject[] | null;
  evaluated?: Finding['evaluated'];
}
type Arguments = Parameters<ValidateFunction>;

function judgingOnce(target: SchemaEnv): Judge {
  const judgeNow = (found: unknown, args: Arguments): Finding => {
    // Compiled by the time that the first value comes.
    const validate = target.validate as ValidateFunction;
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
